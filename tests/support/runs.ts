/** The number of random cases of a test. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly isThorough: boolean;
  }
}

/** The given number divided by `part`, or all of it with CANDOR_THOROUGH=1. */
export function runs(all: number, part = 10): number {
  return inject('isThorough') ? all : Math.ceil(all / part);
}

/** How many random cases a test tries. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly isThorough: boolean;
  }
}

/** A part of the cases, by default a tenth, or all of them with CANDOR_THOROUGH=1. */
export function runs(all: number, part = 10): number {
  return inject('isThorough') ? all : Math.ceil(all / part);
}

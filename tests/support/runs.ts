/** How many random cases a test tries. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly isThorough: boolean;
  }
}

/** A tenth of the cases, or all of them with CANDOR_THOROUGH=1. */
export function runs(all: number): number {
  return inject('isThorough') ? all : Math.ceil(all / 10);
}

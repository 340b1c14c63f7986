import { resolve } from 'node:path';

/** Absolute path of the checkout's root. */
export const REPOSITORY_ROOT = resolve(import.meta.dirname, '../..');

/** An absolute path below the root. */
export function fromRoot(...segments: readonly string[]): string {
  return resolve(REPOSITORY_ROOT, ...segments);
}

import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { fromRoot } from './repository.ts';
import type { Settings } from './setting-checks.ts';

/** Variables that npm's local commands give the Worker, which otherwise assumes that it is deployed. */
export const LOCAL_VARS = { ENVIRONMENT: 'local' } as const;

/** The values of `.dev.vars`; none where there is no such file. */
export function readDevVars(): Settings {
  const file = fromRoot('.dev.vars');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

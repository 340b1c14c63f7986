import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { fromRoot } from './repository.ts';
import type { Settings } from './setting-checks.ts';

/** Worker variables set by npm's local commands; without them the Worker assumes that it is deployed. */
export const LOCAL_VARS = { ENVIRONMENT: 'local' } as const;

/** The values in `.dev.vars`; empty without that file. */
export function readDevVars(): Settings {
  const file = fromRoot('.dev.vars');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

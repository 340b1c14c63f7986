import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { unstable_readConfig as readWranglerConfig } from 'wrangler';
import { fromRoot } from './repository.ts';
import type { Settings } from './setting-checks.ts';

/** The values of `.dev.vars`; none where there is no such file. */
export function readDevVars(): Settings {
  const file = fromRoot('.dev.vars');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

/** What `wrangler.toml` says: of local runs, or of an environment. */
export function readWranglerSettings(environment?: string): {
  vars: Settings;
  kvId: string | undefined;
  recordId: string | undefined;
  bound: readonly (string | undefined)[];
} {
  const config = readWranglerConfig({
    config: fromRoot('wrangler.toml'),
    ...(environment && { env: environment }),
  });
  const namespaces: readonly { binding: string; id?: string }[] = config.kv_namespaces;
  const databases: readonly { binding: string; database_id?: string }[] = config.d1_databases;
  const vars = Object.fromEntries(Object.entries(config.vars).map(([name, value]) => [name, String(value)]));
  return {
    vars,
    kvId: namespaces.find(({ binding }) => binding === 'MARKET_CACHE')?.id,
    recordId: databases.find(({ binding }) => binding === 'RECORD')?.database_id,
    bound: [
      config.assets?.binding,
      ...namespaces.map(({ binding }) => binding),
      ...databases.map(({ binding }) => binding),
      ...(config.ratelimits as readonly { name: string }[]).map(({ name }) => name),
    ],
  };
}

import { fromRoot } from './repository.ts';
import { startProcess } from './processes.ts';

/** Default local state folder of `wrangler dev`, relative to the root. */
export const LOCAL_STATE = '.wrangler/state';

/**
 * Applies the repository's migrations to the local database of ledger and accounts, creating it if needed. `persistTo` is the
 * folder given to `wrangler dev`; omit it for the default. Throws with wrangler's message.
 */
export async function migrateLedger(persistTo?: string): Promise<void> {
  const wrangler = startProcess({
    name: 'The migration of the database',
    script: fromRoot('node_modules/wrangler/bin/wrangler.js'),
    args: [
      'd1',
      'migrations',
      'apply',
      'RECORD',
      '--local',
      ...(persistTo ? ['--persist-to', persistTo] : []),
    ],
    env: {
      // Otherwise wrangler would ask for confirmation.
      CI: 'true',
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_WRITE_LOGS: 'false',
    },
  });
  const end = await wrangler.ended;
  if (!end.includes('(exit code 0)')) throw new Error(end);
}

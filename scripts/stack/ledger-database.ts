import { fromRoot } from './repository.ts';
import { startProcess } from './processes.ts';

/** Default folder of `wrangler dev` for local state, relative to the root. */
export const LOCAL_STATE = '.wrangler/state';

/**
 * Brings the local database of ledger and accounts up to date with the repository's migrations; creates it where there is
 * none. `persistTo` is the folder given to `wrangler dev`, absent for its default. Throws with wrangler's words.
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

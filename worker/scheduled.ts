import { purgeAccounts } from './account/items.ts';
import { readConfig } from './config.ts';
import type { Runtime, WorkerBindings } from './config.ts';
import { runLedgerJob } from './ledger/job.ts';
import { refreshSummaries, summariesAreBehind } from './ledger/summary.ts';
import { createServices } from './services.ts';

/**
 * The scheduled event: accounts forget what they need no longer, then the ledger's job runs once, then its summaries are made
 * anew if it checked any listing. Rejects for a wrong configuration.
 */
export async function runScheduled(env: WorkerBindings, runtime: Runtime): Promise<void> {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.error.join());
  const { mode: ledger, db, ledgerUniverse: universe, source } = createServices(config.value, env, runtime);
  if (db === null) return;
  await purgeAccounts(db, Math.floor(runtime.now() / 1000)).catch((cause: unknown) =>
    console.error(JSON.stringify({ event: 'account_purge_failed', cause: String(cause) })),
  );
  const checked = await runLedgerJob({ db, ledger, universe, source, now: runtime.now });
  if (checked > 0 || (await summariesAreBehind(db, ledger)))
    await refreshSummaries(db, ledger, universe, Math.floor(runtime.now() / 1000));
}

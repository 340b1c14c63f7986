import { readConfig } from './config.ts';
import type { Runtime, WorkerBindings } from './config.ts';
import { runLedgerJob } from './ledger/job.ts';
import { refreshSummaries } from './ledger/summary.ts';
import { createServices } from './services.ts';

/**
 * The scheduled event: the ledger's job runs once, then its summaries take up what was written. Rejects for a wrong
 * configuration.
 */
export async function runScheduled(env: WorkerBindings, runtime: Runtime): Promise<void> {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.error.join());
  const { mode: ledger, db, ledgerUniverse: universe, source } = createServices(config.value, env, runtime);
  if (db === null) return;
  await runLedgerJob({
    db,
    ledger,
    universe,
    source,
    listingsPerRun: config.value.RECORD_LISTINGS_PER_RUN,
    now: runtime.now,
  });
  await refreshSummaries(db, ledger, universe);
}

import { readConfig } from '../config.ts';
import type { WorkerBindings } from '../config.ts';
import type { Runtime } from '../runtime.ts';
import { createServices } from '../services.ts';
import { runLedgerJob } from './job.ts';
import { refreshSummaries, summariesAreBehind } from './summary.ts';

/** The scheduled event: one run of the ledger's job, and new summaries when it looked at anything. Rejects for a wrong configuration. */
export async function runScheduled(env: WorkerBindings, runtime: Runtime): Promise<void> {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.error.join());
  const {
    mode: ledger,
    record: db,
    recordUniverse: universe,
    source,
  } = createServices(config.value, env, runtime);
  if (db === null) return;
  const looked = await runLedgerJob({ db, ledger, universe, source, now: runtime.now });
  if (looked > 0 || (await summariesAreBehind(db, ledger)))
    await refreshSummaries(db, ledger, universe, Math.floor(runtime.now() / 1000));
}

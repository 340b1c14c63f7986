import { lookAtAlerts } from './alerts/look.ts';
import { drainOutbox } from './alerts/outbox.ts';
import { readConfig, VERSION } from './config.ts';
import type { Runtime, WorkerBindings } from './config.ts';
import { runResultsJob } from './dates/results.ts';
import { runLedgerJob } from './ledger/job.ts';
import { refreshSummaries } from './ledger/summary.ts';
import { createServices } from './services.ts';

/** Users' objects that a run calls for each listing that it may check: both follow the plan's limits. */
const CALLS_PER_LISTING = 10;

/**
 * The scheduled event: the ledger's job runs once, its summaries take up what was written, then users' alerts are looked at.
 * Rejects for a wrong configuration.
 */
export async function runScheduled(env: WorkerBindings, runtime: Runtime): Promise<void> {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.error.join());
  const { mode, db, ledgerUniverse: universe, source, users } = createServices(config.value, env, runtime);
  const { now } = runtime;
  if (db === null) return;
  const listingsPerRun = config.value.RECORD_LISTINGS_PER_RUN;
  try {
    await runLedgerJob({ db, ledger: mode, universe, source, listingsPerRun, now });
    await refreshSummaries(db, mode, universe);
  } finally {
    // After the ledger, whose forecasts of a session that has closed are looked at too, and whatever became of it.
    await lookAtAlerts({
      db,
      market: mode,
      universe,
      source,
      analysesPerRun: listingsPerRun,
      now,
    });
    if (users !== null)
      await drainOutbox({ db, users, callsPerRun: CALLS_PER_LISTING * listingsPerRun, now });
    const { SEC_CONTACT: contact } = config.value;
    // Last, because it can wait.
    if (mode === 'live' && contact !== '') {
      const userAgent = `Candor/${VERSION} ${contact}`;
      await runResultsJob({ db, userAgent, universe, companiesPerRun: listingsPerRun, now });
    }
  }
}

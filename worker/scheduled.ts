import { checkAlerts } from './alerts/look.ts';
import { drainOutbox } from './alerts/outbox.ts';
import { readConfig, VERSION, type Runtime, type WorkerBindings } from './config.ts';
import { runResultsJob } from './dates/results.ts';
import { runLedgerJob } from './ledger/job.ts';
import { refreshSummaries } from './ledger/summary.ts';
import { createServices } from './services.ts';

/** Users' objects that a run calls for each listing that it may check: both follow the plan's limits. */
const CALLS_PER_LISTING = 10;

/** The ledger's job, its summaries, then users' alerts and dates of results. Rejects for a wrong configuration. */
export async function runScheduled(env: WorkerBindings, runtime: Runtime): Promise<void> {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.error.join());
  const { config, db, now, source, users } = createServices(read.value, env, runtime);
  if (db === null) return;
  const { MARKET_DATA: market, RECORD_UNIVERSE: universe, RECORD_LISTINGS_PER_RUN: listingsPerRun } = config;
  try {
    await runLedgerJob({ db, ledger: market, universe, source, listingsPerRun, now });
    await refreshSummaries(db, market, universe);
  } finally {
    // After the ledger, whose forecasts of a session that has closed are looked at too, and whatever became of it.
    await checkAlerts({ db, market, universe, source, analysesPerRun: listingsPerRun, now });
    if (users !== null)
      await drainOutbox(db, users, CALLS_PER_LISTING * listingsPerRun, Math.floor(now() / 1000));
    if (market === 'live' && config.SEC_CONTACT !== '') {
      const userAgent = `Candor/${VERSION} ${config.SEC_CONTACT}`;
      await runResultsJob({ db, userAgent, universe, companiesPerRun: listingsPerRun, now });
    }
  }
}

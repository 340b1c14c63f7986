import { checkAlerts } from './alerts/look.ts';
import { drainOutbox } from './alerts/outbox.ts';
import { readConfig, VERSION, type Runtime, type WorkerBindings } from './config.ts';
import { runResultsJob } from './dates/results.ts';
import { runLedgerJob } from './ledger/job.ts';
import { refreshSummaries } from './ledger/summary.ts';
import { createServices } from './services.ts';

/** How many users' objects a run may call per listing that it may check; both follow from the plan's limits. */
const CALLS_PER_LISTING = 10;

/** Runs the ledger's job and its summaries, then users' alerts and results dates. Rejects if the configuration is wrong. */
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
    // After the ledger, because alerts also check its new forecasts; runs even if the ledger's job failed.
    await checkAlerts({ db, market, universe, source, analysesPerRun: listingsPerRun, now });
    if (users !== null)
      await drainOutbox(db, users, CALLS_PER_LISTING * listingsPerRun, Math.floor(now() / 1000));
    if (market === 'live' && config.SEC_CONTACT !== '') {
      const userAgent = `Candor/${VERSION} ${config.SEC_CONTACT}`;
      await runResultsJob({ db, userAgent, universe, companiesPerRun: listingsPerRun, now });
    }
  }
}

import { checkAlerts } from './alerts/check-alerts.ts';
import { drainOutbox } from './account/outbox.ts';
import { readConfig, VERSION, type Runtime, type WorkerBindings } from './config.ts';
import type { UserAccounts } from './account/user-store.ts';
import { runCalendarJob, runResultsJob } from './dates/results.ts';
import { runLedgerJob } from './ledger/job.ts';
import { refreshSummaries } from './ledger/summary.ts';
import { timestampHead } from './ledger/timestamps.ts';
import { RunBudget } from './resilience/run-budget.ts';
import { createServices } from './services.ts';

/** Database calls of an alert check, and the shares of the remaining calls for batches of prices and for charts. */
const CHECK_CALLS = 8;
const BATCHES_SHARE = 0.4;
const CHARTS_SHARE = 0.1;

/** Database statements that time stamps, deliveries and results need. */
const TIMESTAMP_STATEMENTS = 3;
const DRAIN_STATEMENTS = 6;
const RESULTS_STATEMENTS = 4;
/** Calls for the announced results of all companies: one to the source and two to the database. */
const CALENDAR_CALLS = 3;
/** Calls for one company: for the table of companies, its filings and its feed. */
const CALLS_PER_COMPANY = 3;

/** A part that fails stops no other; one without budget waits for the next run. Rejects if the configuration is invalid. */
export async function runScheduled(env: WorkerBindings, runtime: Runtime): Promise<void> {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.error.join());
  const run = new RunBudget(read.value.CALLS_PER_RUN);
  const spend = () => run.spend();
  const services = createServices(read.value, env, { ...runtime, spend });
  if (services.db === null) return;
  const { config, now, source, users } = services;
  const { MARKET_DATA: market, RECORD_UNIVERSE: universe, RECORD_LISTINGS_PER_RUN: perRun } = config;
  const { TIMESTAMP_AUTHORITIES: authorities } = config;
  const db = run.database(services.db);
  const nowSeconds = () => Math.floor(now() / 1000);

  // Alerts come after the ledger, since they are also checked against its forecasts of a session that has closed.
  await part('ledger', () =>
    runLedgerJob({ db, ledger: market, universe, source, listingsPerRun: perRun, now }),
  );
  await part('summaries', () => refreshSummaries(db, market, universe));
  await part('timestamps', async () => {
    if (authorities.length === 0 || run.statementsLeft < TIMESTAMP_STATEMENTS) return;
    await timestampHead({ db, ledger: market, authorities, now, spend });
  });
  await part('alerts', async () => {
    const calls = run.callsLeft - CHECK_CALLS;
    const charts = Math.max(Math.floor(calls * CHARTS_SHARE), 1);
    const limits = { batches: Math.floor(calls * BATCHES_SHARE), charts, analyses: Math.min(perRun, charts) };
    const check = { db, market, universe, source, limits, nowSeconds: nowSeconds() };
    const { due, unasked } = await checkAlerts(check);
    if (unasked > 0) console.warn(JSON.stringify({ event: 'alerts_unasked', listings: due, unasked }));
  });
  await part('deliveries', async () => {
    const maxCalls = run.callsLeft - 2;
    if (users === null || maxCalls < 1 || run.statementsLeft < DRAIN_STATEMENTS) return;
    const counted: UserAccounts = {
      getByName(uid) {
        spend();
        return users.getByName(uid);
      },
    };
    await drainOutbox(db, counted, maxCalls, now);
  });
  await part('results', async () => {
    const companiesPerRun = Math.floor(
      Math.min((run.callsLeft - 1) / CALLS_PER_COMPANY, run.statementsLeft - RESULTS_STATEMENTS + 1, perRun),
    );
    if (market !== 'live' || config.SEC_CONTACT === '' || companiesPerRun < 1) return;
    const userAgent = `Candor/${VERSION} ${config.SEC_CONTACT}`;
    await runResultsJob({ db, userAgent, universe, companiesPerRun, now });
  });
  await part('calendar', async () => {
    if (market !== 'live' || run.callsLeft < CALENDAR_CALLS || run.statementsLeft < CALENDAR_CALLS) return;
    await runCalendarJob(db, source.announcedResults, nowSeconds());
  });
}

async function part(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    console.error(JSON.stringify({ event: 'run_part_failed', part: name, cause: String(cause) }));
  }
}

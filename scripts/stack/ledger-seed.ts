import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { err, ok } from '#compute';
import type { Result, Ticker } from '#compute';
import { readConfig } from '../../worker/config.ts';
import { runLedgerJob, type LedgerJob } from '../../worker/ledger/job.ts';
import { refreshSummaries } from '../../worker/ledger/summary.ts';
import { createSampleMarketData } from '../../worker/providers/sample/sample-market-data.ts';
import { BUSY_MS, ledgerFile, openD1File } from './local-d1.ts';
import type { Settings } from './setting-checks.ts';

const DAY_MS = 86_400_000;

const LEDGER = 'sample';

const APPENDED_TABLES = ['record_forecast', 'record_settlement', 'record_event'];
const REPLACED_TABLES = ['record_check', 'record_summary'];

/** Enough for a verdict on every horizon: four blocks of 87 days, plus the wait for the last outcomes. */
const SEEDED_DAYS = 400;

/** This many of the universe's first listings get all those days, the others fewer, to keep a first start short. */
const LONG_RECORDS = 13;
const SHORT_RECORD_DAYS = 12;

interface SeedSpec {
  /** The Worker's variables. */
  readonly settings: Settings;
  /** End of the replayed time, epoch milliseconds. */
  readonly nowMs: number;
  /** How many days back an empty ledger starts. */
  readonly days?: number;
  /** Migrated state folder of `wrangler dev`; its default if absent. */
  readonly persistTo?: string;
}

/**
 * Fills the local database's `sample` ledger by running the Worker's own job through the sample market's past up to now. An
 * existing ledger is continued from its last check, so nothing is written twice; an interrupted run adds nothing. Writes only
 * with the settings of a local run on the sample market.
 */
export async function seedSampleLedger({
  settings,
  nowMs,
  days = SEEDED_DAYS,
  persistTo,
}: SeedSpec): Promise<Result<void, 'not_a_local_sample_market'>> {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const config = readConfig(given);
  if (!config.ok || config.value.ENVIRONMENT !== 'local' || config.value.MARKET_DATA !== 'sample')
    return err('not_a_local_sample_market');

  const file = ledgerFile(persistTo);
  const folder = await mkdtemp(join(tmpdir(), 'candor-seed-'));
  try {
    // The running Worker fails on a locked database, so the job works on a copy, whose rows are then added at once.
    const copy = join(folder, 'copy.sqlite');
    copyDatabase(file, copy);
    const hasPlayed = await play(copy, config.value.RECORD_UNIVERSE, { nowMs, days });
    if (hasPlayed) addRows(file, copy);
    return ok(undefined);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Continues the job in a database file. Resolves with whether it checked anything. */
async function play(
  file: string,
  universe: readonly Ticker[],
  { nowMs, days }: { nowMs: number; days: number },
): Promise<boolean> {
  const { db, close } = openD1File(file);
  try {
    // A temporary copy needs no protection against power cuts.
    await db.prepare('PRAGMA journal_mode = MEMORY').run();
    await db.prepare('PRAGMA synchronous = OFF').run();
    const clock = { ms: nowMs };
    const source = createSampleMarketData(() => clock.ms);
    const last = await db
      .prepare('SELECT MAX(checked_at) AS at FROM record_check WHERE ledger = ?')
      .bind(LEDGER)
      .first<number>('at');
    const fromMs = last === null ? nowMs - days * DAY_MS : last * 1000;
    const allFromMs = Math.max(fromMs, nowMs - SHORT_RECORD_DAYS * DAY_MS);
    const begin = { db, ledger: LEDGER, universe: universe.slice(0, LONG_RECORDS), source } as const;
    const checks =
      (await playLedger({ job: begin, clock, fromMs, toMs: allFromMs })) +
      (await playLedger({ job: { ...begin, universe }, clock, fromMs: allFromMs, toMs: nowMs }));
    await refreshSummaries(db, LEDGER, universe, PLAYED_EVENTS_PER_STEP);
    return checks > 0;
  } finally {
    close();
  }
}

function copyDatabase(from: string, to: string): void {
  const sqlite = new DatabaseSync(from);
  sqlite.prepare('VACUUM INTO ?').run(to);
  sqlite.close();
}

/** Copies the added rows into the ledger, in one transaction. The tables refuse them if another process wrote meanwhile. */
function addRows(file: string, played: string): void {
  const sqlite = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    sqlite.prepare('ATTACH ? AS played').run(played);
    sqlite.exec('BEGIN IMMEDIATE');
    for (const table of APPENDED_TABLES)
      sqlite.exec(
        `INSERT INTO main.${table} SELECT * FROM
           (SELECT * FROM played.${table} WHERE ledger = '${LEDGER}' EXCEPT SELECT * FROM main.${table}) ORDER BY 2`,
      );
    for (const table of REPLACED_TABLES)
      sqlite.exec(`REPLACE INTO main.${table} SELECT * FROM played.${table} WHERE ledger = '${LEDGER}'`);
    sqlite.exec('COMMIT');
  } finally {
    sqlite.close();
  }
}

/** UTC times of day of the job's runs: after the coins' day, after Asia's close, and after New York's close in any season. */
const RUN_TIMES_MS = [40 * 60_000, 10 * 3_600_000, 22 * 3_600_000] as const;

/** Seeding has no limit of processor time. */
const LISTINGS_PER_RUN = 100;
export const PLAYED_EVENTS_PER_STEP = 5000;

interface Played {
  readonly job: Omit<LedgerJob, 'now' | 'listingsPerRun'>;
  /** The job's clock, which seeding advances. */
  readonly clock: { ms: number };
  /** Start and end, epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Runs the ledger's job through a period, often enough to miss no session. Resolves with the number of checks. */
export async function playLedger({ job, clock, fromMs, toMs }: Played): Promise<number> {
  let checks = 0;
  const now = () => clock.ms;
  for (let dayMs = fromMs - (fromMs % DAY_MS); dayMs <= toMs; dayMs += DAY_MS) {
    for (const timeMs of RUN_TIMES_MS.map((ms) => dayMs + ms)) {
      if (timeMs < fromMs || timeMs > toMs) continue;
      clock.ms = timeMs;
      for (let checked = 1; checked > 0; checks += checked)
        checked = await runLedgerJob({ ...job, listingsPerRun: LISTINGS_PER_RUN, now });
    }
  }
  return checks;
}

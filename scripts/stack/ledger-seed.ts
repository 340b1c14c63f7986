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

const APPENDED_TABLES = ['record_forecast', 'record_settlement', 'record_missed', 'record_event'];
const REPLACED_TABLES = ['record_check', 'record_summary', 'record_latest'];

/** Enough for a statement on every horizon: four blocks of 87 days, and the wait for the last outcomes. */
const SEEDED_DAYS = 400;

/** The first listings of the universe have all of that, the others so many days: a first start takes no longer for them. */
const LONG_RECORDS = 13;
const SHORT_RECORD_DAYS = 12;

interface SeedSpec {
  /** The Worker's variables. */
  readonly settings: Settings;
  /** Where the play ends, epoch milliseconds. */
  readonly nowMs: number;
  /** How far back an empty ledger begins. */
  readonly days?: number;
  /** State folder of `wrangler dev`, migrated; default: its own. */
  readonly persistTo?: string;
}

/**
 * Fills the ledger `sample` of the local database: plays the Worker's own job over the sample market's past up to now. A
 * ledger that has begun is continued from its last check, so that nothing is written twice; an interrupted play adds nothing.
 * Writes nothing unless the settings are those of a local run on the sample market.
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
    // The running Worker fails where it meets a lock, so the play has a copy, and the database gets its rows at once.
    const copy = join(folder, 'copy.sqlite');
    copyDatabase(file, copy);
    const hasPlayed = await play(copy, config.value.RECORD_UNIVERSE, { nowMs, days });
    if (hasPlayed) addRows(file, copy);
    return ok(undefined);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Plays on in a database file. Resolves with whether the job checked anything. */
async function play(
  file: string,
  universe: readonly Ticker[],
  { nowMs, days }: { nowMs: number; days: number },
): Promise<boolean> {
  const { db, close } = openD1File(file);
  try {
    // A copy that is thrown away needs no care for power cuts.
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

/** Copies the rows that the replay added into the ledger, in one transaction; the tables refuse them if another process wrote meanwhile. */
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

/** UTC times of day at which the job is played: after a coin’s day has ended, after Asia’s close, and after New York’s in any season. */
const RUN_TIMES_MS = [40 * 60_000, 10 * 3_600_000, 22 * 3_600_000] as const;

/** A play has no processor time to keep to. */
const LISTINGS_PER_RUN = 100;
export const PLAYED_EVENTS_PER_STEP = 5000;

interface Played {
  readonly job: Omit<LedgerJob, 'now' | 'listingsPerRun'>;
  /** What the job's source reads as the present; the play moves it. */
  readonly clock: { ms: number };
  /** First and last instant, epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Plays the ledger's job through a stretch of time, as often a day as it takes to miss no session. Resolves with the checks made. */
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

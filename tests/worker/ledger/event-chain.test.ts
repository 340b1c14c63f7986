/** What the chain of events reveals of every kind of tampering, and what only an earlier head reveals. */
import { forecastText, settlementText } from '#compute';
import type { BrokenLink, LedgerSettlement, Ticker } from '#compute';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LedgerRow } from '#worker/contract';
import { runLedgerJob } from '#worker/ledger/job.ts';
import { verifyPage } from '#worker/ledger/verify.ts';
import { sha256Hex } from '#worker/body.ts';
import { freshDatabase } from '#support/worker/database.ts';
import { at, ledgerMarket } from '#support/worker/ledger-market.ts';

const DAYS = ['2025-05-27', '2025-05-28', '2025-05-29'];

let db: D1Database;

beforeEach(async () => {
  db = await freshDatabase();
});

/** Runs the job on the given days, an hour after each close. */
async function play(days = DAYS, market = ledgerMarket()): Promise<void> {
  for (const day of days) {
    market.clock.ms = at(day, 22);
    const universe = [...market.bars.keys()] as Ticker[];
    await runLedgerJob({
      db,
      ledger: 'live',
      universe,
      source: market.source,
      listingsPerRun: 4,
      now: () => market.clock.ms,
    });
  }
}

/** The problems found by a page-by-page check. */
async function broken(): Promise<BrokenLink[]> {
  const found: BrokenLink[] = [];
  for (let page = 1; ; page++) {
    const verified = await verifyPage(db, 'live', page);
    if (verified === null) return found;
    found.push(...verified.broken);
  }
}

async function dropGuards(): Promise<void> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .all<{ name: string }>();
  for (const { name } of results) await db.prepare(`DROP TRIGGER ${name}`).run();
}

async function row(seq: number): Promise<LedgerRow> {
  const read = await db.prepare('SELECT * FROM record_row WHERE seq = ?').bind(seq).first<LedgerRow>();
  if (read === null) throw new Error(`no row ${seq}`);
  return read;
}

/** Changes an outcome and recomputes its settlement's hash. */
async function forgeOutcome(seq: number): Promise<void> {
  await db
    .prepare('UPDATE record_settlement SET outcome_close = 1.01 * outcome_close WHERE seq = ?')
    .bind(seq)
    .run();
  const forged = await row(seq);
  const hash = await sha256Hex(settlementText(forged as LedgerSettlement));
  await db.prepare('UPDATE record_settlement SET hash = ? WHERE seq = ?').bind(hash, seq).run();
}

describe('an untouched ledger', () => {
  test('verifies and has one event per row', async () => {
    await play();
    expect(await broken()).toEqual([]);
    const { results } = await db
      .prepare('SELECT kind, COUNT(*) AS n FROM record_event GROUP BY kind')
      .all<{ kind: string; n: number }>();
    expect(Object.fromEntries(results.map(({ kind, n }) => [kind, n]))).toEqual({
      forecast: 12,
      settlement: 2,
    });
  });

  test('has each missed session in the chain, once', async () => {
    const market = ledgerMarket();
    await play(['2025-05-27'], market);
    market.clock.ms = at('2025-05-29', 10);
    const job = {
      db,
      ledger: 'live',
      universe: ['AAPL'] as Ticker[],
      source: market.source,
      listingsPerRun: 4,
      now: () => market.clock.ms,
    } as const;
    await runLedgerJob(job);
    market.clock.ms = at('2025-05-29', 15);
    await db.prepare('UPDATE record_check SET next_at = 0').run();
    await runLedgerJob(job);
    const { results } = await db.prepare("SELECT body FROM record_event WHERE kind = 'missed'").all();
    expect(results).toEqual([{ body: expect.stringMatching(/^AAPL 2025-05-28 \d+$/) }]);
    expect(await broken()).toEqual([]);
  });

  test('cannot be overwritten by ordinary statements', async () => {
    await play(['2025-05-27']);
    for (const statement of [
      'UPDATE record_event SET body = body',
      'DELETE FROM record_event',
      "REPLACE INTO record_event VALUES ('live', 2, 'missed', 'X', '', 'h')",
      `REPLACE INTO record_event (rowid, ledger, event_seq, kind, body, previous_hash, hash)
       SELECT 2, ledger, event_seq + 1, 'missed', 'X', hash, 'h' FROM record_event ORDER BY event_seq DESC LIMIT 1`,
      "INSERT INTO record_event VALUES ('live', 9, 'missed', 'X', '', 'h')",
    ])
      await expect(db.prepare(statement).run()).rejects.toThrow(/append-only|continue|no column named rowid/);
  });
});

describe('tampering', () => {
  test('detects an edited outcome with a recomputed hash', async () => {
    await play();
    await dropGuards();
    await forgeOutcome(1);
    expect(await broken()).toContainEqual({
      event_seq: expect.any(Number),
      seq: 1,
      problem: 'row_changed',
    });
  });

  test('detects a replaced outcome with a recomputed hash', async () => {
    await play();
    await db.prepare('DROP TRIGGER record_settlement_is_new').run();
    const settled = await row(1);
    const forged = { ...settled, outcome_close: 1.01 * settled.outcome_close! } as LedgerSettlement;
    await db
      .prepare(
        `REPLACE INTO record_settlement SELECT ledger, seq, outcome_date, ?, split_factor, error_percent,
           no_change_error_percent, settled_at, ? FROM record_settlement WHERE seq = 1`,
      )
      .bind(forged.outcome_close, await sha256Hex(settlementText(forged)))
      .run();
    expect(await broken()).toContainEqual({ event_seq: expect.any(Number), seq: 1, problem: 'row_changed' });
  });

  test('detects an edited outcome with a recomputed event by the event after it', async () => {
    await play();
    await dropGuards();
    await forgeOutcome(1);
    const { settlement_hash: hash } = await row(1);
    const event = await db
      .prepare("SELECT * FROM record_event WHERE kind = 'settlement' AND body LIKE '1 %'")
      .first<{ event_seq: number; previous_hash: string }>();
    const body = `1 ${hash}`;
    const own = await sha256Hex(`${event!.previous_hash}\nlive,${event!.event_seq},settlement,${body}`);
    await db
      .prepare('UPDATE record_event SET body = ?, hash = ? WHERE event_seq = ?')
      .bind(body, own, event!.event_seq)
      .run();
    expect(await broken()).toEqual([
      { event_seq: event!.event_seq + 1, seq: expect.any(Number), problem: 'chain' },
    ]);
  });

  test('detects an edited forecast with a recomputed hash', async () => {
    await play();
    await dropGuards();
    await db.prepare('UPDATE record_forecast SET high80 = 1.01 * high80 WHERE seq = 12').run();
    const own = await sha256Hex(forecastText(await row(12)));
    await db.prepare('UPDATE record_forecast SET hash = ? WHERE seq = 12').bind(own).run();
    expect((await broken()).map(({ seq }) => seq)).toContain(12);
  });

  test('detects a deleted outcome', async () => {
    await play();
    await dropGuards();
    await db.prepare('DELETE FROM record_settlement WHERE seq = 5').run();
    expect(await broken()).toEqual([{ event_seq: expect.any(Number), seq: 5, problem: 'row_missing' }]);
  });

  test('detects a deleted middle row, with or without its event', async () => {
    await play();
    await dropGuards();
    await db.prepare('DELETE FROM record_forecast WHERE seq = 7').run();
    const missing = { event_seq: 7, seq: 7, problem: 'row_missing' };
    expect(await broken()).toContainEqual(missing);
    await db.prepare('DELETE FROM record_event WHERE event_seq = 7').run();
    expect(await broken()).toContainEqual({ event_seq: 8, seq: expect.any(Number), problem: 'chain' });
  });

  test('detects an inserted outcome', async () => {
    await play();
    await dropGuards();
    const open = await row(12);
    const result = { ...(await row(1)), outcome_date: open.target_date } as LedgerSettlement;
    const hash = await sha256Hex(settlementText(result));
    await db
      .prepare(
        'INSERT INTO record_settlement SELECT ledger, 12, ?, outcome_close, split_factor, error_percent, no_change_error_percent, settled_at, ? FROM record_settlement WHERE seq = 1',
      )
      .bind(open.target_date, hash)
      .run();
    expect(await broken()).toEqual([
      { event_seq: expect.any(Number), seq: 12, problem: 'row_without_event' },
    ]);
  });

  test('removed last rows leave a valid chain, and only an earlier head reveals them', async () => {
    await play();
    const noted = (await verifyPage(db, 'live', 1))!.chain!;
    await dropGuards();
    await db.prepare('DELETE FROM record_forecast WHERE seq > 8').run();
    expect(await broken()).toContainEqual(expect.objectContaining({ problem: 'row_missing' }));
    const { event_seq: first } = (await db
      .prepare("SELECT event_seq FROM record_event WHERE kind = 'forecast' AND body LIKE '9 %'")
      .first<{ event_seq: number }>())!;
    await db.prepare('DELETE FROM record_event WHERE event_seq >= ?').bind(first).run();
    await db.prepare('DELETE FROM record_settlement WHERE seq = 5').run();
    expect(await broken()).toEqual([]);
    const now = (await verifyPage(db, 'live', 1))!.chain!;
    expect(now.events).toBeLessThan(noted.events);
    // Continuing from there gives another hash at the earlier head's number.
    await play(['2025-05-30', '2025-06-02', '2025-06-03']);
    const there = await db
      .prepare('SELECT hash FROM record_event WHERE event_seq = ?')
      .bind(noted.events)
      .first<string>('hash');
    expect(there).not.toBe(noted.head);
    expect(await broken()).toEqual([]);
  });

  test('detects last rows removed without their events, and events without their rows', async () => {
    await play(['2025-05-27']);
    await dropGuards();
    await db.prepare('DELETE FROM record_event WHERE event_seq > 3').run();
    expect(await broken()).toEqual([{ event_seq: 0, seq: 4, problem: 'row_without_event' }]);
  });
});

test('of two concurrent writers one fails on the key, and the chain stays intact', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await play(['2025-05-27']);
  const market = ledgerMarket(['AAPL', 'SPY']);
  market.clock.ms = at('2025-05-28', 22);
  const job = {
    db,
    ledger: 'live',
    universe: ['AAPL', 'SPY'] as Ticker[],
    source: market.source,
    listingsPerRun: 4,
    now: () => market.clock.ms,
  } as const;
  await Promise.all([runLedgerJob(job), runLedgerJob(job), runLedgerJob(job)]);
  await db.prepare('UPDATE record_check SET next_at = 0').run();
  await runLedgerJob(job);
  expect(await broken()).toEqual([]);
  expect((await db.prepare('SELECT COUNT(*) AS n FROM record_forecast').first('n')) as number).toBe(12);
});

test('a crash between rows and events writes neither', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await play(['2025-05-27']);
  await db
    .prepare(
      "CREATE TRIGGER crash BEFORE INSERT ON record_event WHEN NEW.kind = 'settlement' BEGIN SELECT RAISE(ABORT, 'crash'); END",
    )
    .run();
  await play(['2025-05-28']);
  expect(await db.prepare('SELECT COUNT(*) AS n FROM record_forecast').first('n')).toBe(4);
  expect(await db.prepare('SELECT failure FROM record_check').first('failure')).toBe('internal');
  await db.prepare('DROP TRIGGER crash').run();
  const market = ledgerMarket();
  market.clock.ms = at('2025-05-28', 22.5);
  await runLedgerJob({
    db,
    ledger: 'live',
    universe: ['AAPL'] as Ticker[],
    source: market.source,
    listingsPerRun: 4,
    now: () => market.clock.ms,
  });
  expect(await db.prepare('SELECT COUNT(*) AS n FROM record_forecast').first('n')).toBe(8);
  expect(await broken()).toEqual([]);
});

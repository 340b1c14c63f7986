/** The sample market's ledger as filled by `npm start`: the Worker's own job over the simulated past. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateLedger } from '#scripts/stack/ledger-database.ts';
import { seedSampleLedger } from '#scripts/stack/ledger-seed.ts';
import { openLocalD1 } from '#scripts/stack/local-d1.ts';
import { readSummary } from '#worker/ledger/summary.ts';
import { verifyPage } from '#worker/ledger/verify.ts';

const SETTINGS = { ENVIRONMENT: 'local', MARKET_DATA: 'sample', RECORD_UNIVERSE: 'AAPL,BTC-USD' };
const NOW_MS = Date.parse('2026-11-20T15:00:00Z');
const HOUR_MS = 3_600_000;

let persistTo = '';

beforeAll(async () => {
  persistTo = await mkdtemp(join(tmpdir(), 'candor-seed-'));
  await migrateLedger(persistTo);
}, 180_000);

afterAll(() => rm(persistTo, { recursive: true, force: true }));

const seed = (hoursLater = 0, settings: Readonly<Record<string, string>> = SETTINGS) =>
  seedSampleLedger({ settings, nowMs: NOW_MS + hoursLater * HOUR_MS, days: 14, persistTo });

/** The ledgers' contents. */
async function ledgers() {
  const { db, close } = openLocalD1(persistTo);
  try {
    const { results } = await db
      .prepare(
        `SELECT ledger, source, COUNT(*) AS forecasts, COUNT(settled_at) AS settled, MAX(made_at) AS last
         FROM record_row GROUP BY ledger, source`,
      )
      .all<Record<'ledger' | 'source' | 'last', string> & Record<'forecasts' | 'settled', number>>();
    const missed = await db.prepare('SELECT COUNT(*) AS n FROM record_gap').first<number>('n');
    const summary = JSON.parse(await readSummary(db, 'sample', [], '')) as { forecasts: number };
    const verified = await verifyPage(db, 'sample', 1);
    return { results, missed, summary, verified };
  } finally {
    close();
  }
}

describe('the ledger of the sample market', () => {
  it.each([
    ['live data', { ...SETTINGS, MARKET_DATA: 'live' }],
    ['production', { ...SETTINGS, ENVIRONMENT: 'production' }],
    ['a deployment that does not say what it is', { MARKET_DATA: 'sample' }],
    ['recorded prices', { ...SETTINGS, MARKET_DATA: 'live', REPLAY: 'true' }],
    ['settings that are wrong', { ...SETTINGS, MARKET_DATA: 'smaple' }],
  ])('stays empty with %s', async (_with, settings) => {
    expect(await seed(0, settings)).toEqual({ ok: false, error: 'not_a_local_sample_market' });
    expect(await ledgers()).toMatchObject({ results: [], summary: { forecasts: 0 } });
  });

  it('has every session, nothing from the future, an intact chain and scores', async () => {
    expect(await seed()).toMatchObject({ ok: true });
    const { results, missed, summary, verified } = await ledgers();
    // Ten sessions in New York, and a coin's fourteen days.
    const forecasts = 4 * (10 + 14);
    expect(results).toMatchObject([{ ledger: 'sample', source: 'sample', forecasts }]);
    expect(results[0]?.settled).toBeGreaterThan(20);
    expect(Date.parse(results[0]?.last ?? '')).toBeLessThanOrEqual(NOW_MS);
    expect(missed).toBe(0);
    expect(summary.forecasts).toBe(forecasts);
    expect(verified).toMatchObject({ pages: 1, broken: [] });
  });

  it('is unchanged while nothing new has closed, and continues without a gap days later', async () => {
    const before = await ledgers();
    await seed(1);
    expect(await ledgers()).toEqual(before);
    await seed(5 * 24);
    const { results, missed, summary, verified } = await ledgers();
    expect(results[0]?.forecasts).toBe((before.results[0]?.forecasts ?? 0) + 4 * (3 + 5));
    expect({ missed, forecasts: summary.forecasts, verified }).toMatchObject({
      missed: 0,
      forecasts: results[0]?.forecasts,
      verified: { pages: 1, broken: [] },
    });
  });
});

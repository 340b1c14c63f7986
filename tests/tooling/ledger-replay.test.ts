/** The record's job played over a recording: real migrations, real vendor adapter, and a vendor that knows no future. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateLedger } from '../../scripts/stack/ledger-database.ts';
import { openLocalD1 } from '../../scripts/stack/local-d1.ts';
import { replayLedger, type ReplayReport } from '../e2e/ledger-replay.ts';
import { readRecordedMarket } from '../../scripts/stack/vendor/recorded-bars.ts';

const RECORDING = createRequire(import.meta.url).resolve('@observablehq/sample-datasets/aapl.csv');
const SPEC = { from: '2018-01-02', to: '2018-01-16', tickers: ['AAPL'] };

let folder = '';
let first: ReplayReport;

const spec = () => ({ ...SPEC, folder: join(folder, 'data'), persistTo: join(folder, 'state') });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-record-'));
  await cp(RECORDING, join(folder, 'data/AAPL.csv'));
  await migrateLedger(join(folder, 'state'));
  first = await replayLedger(spec());
}, 180_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('every session is written, labelled as a replay, at the time it would have been', async () => {
  // Ten sessions: the New York exchange keeps Martin Luther King's day on the 15th.
  expect(first).toEqual({ days: 15, forecasts: 40, settled: 9 + 3, missed: 0 });
  const { db, close } = openLocalD1(join(folder, 'state'));
  const { results } = await db
    .prepare('SELECT DISTINCT ledger, source, substr(made_at, 12) AS time FROM record_forecast')
    .all<unknown>();
  close();
  expect(results).toEqual([{ ledger: 'replay', source: 'yahoo', time: '22:00:00.000Z' }]);
});

test('outcomes are the closes of the recording', async () => {
  const bars = readRecordedMarket(join(folder, 'data')).get('AAPL')!;
  const { db, close } = openLocalD1(join(folder, 'state'));
  const { results } = await db
    .prepare('SELECT outcome_date, outcome_close FROM record_row WHERE settled_at IS NOT NULL')
    .all<{ outcome_date: string; outcome_close: number }>();
  close();
  expect(results).toHaveLength(first.settled);
  for (const { outcome_date, outcome_close } of results) {
    const bar = bars.find(({ date }) => date === outcome_date);
    // The vendor's quote of the day is in cents.
    expect(outcome_close).toBeCloseTo(bar!.close!, 1);
  }
});

test('a recording that is not there is named', async () => {
  await expect(replayLedger({ ...spec(), tickers: ['MSFT'] })).rejects.toThrow(
    'There is no recording of MSFT.',
  );
});

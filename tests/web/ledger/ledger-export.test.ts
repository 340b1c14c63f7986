// @vitest-environment node
import { expect, test } from 'vitest';
import { LEDGER_COLUMNS, type HorizonScores, type ReliabilityBin, type ScoreGroup } from '#compute';
import type { LedgerRow } from '#worker/contract';
import {
  forecastsExport,
  groupsExport,
  horizonsExport,
  ledgerProvenance,
  reliabilityExport,
  verdictExport,
} from '../../../web/features/ledger/ledger-export.ts';
import { emptySummary } from './empty-summary.ts';

test.each([
  ['live', /^Public record/],
  ['sample', /simulated prices/],
  ['replay', /^Replay of recorded prices/],
] as const)('a file of the %s ledger says what it is made of', (ledger, source) => {
  const record = { ...emptySummary, ledger, as_of: '2026-11-20T22:30:00Z' };
  expect(ledgerProvenance(record, null)).toMatchObject({
    subject: 'Track record',
    asOf: '2026-11-20T22:30:00Z',
    source: expect.stringMatching(source),
  });
  expect(ledgerProvenance(record, 'AAPL').subject).toBe('Track record AAPL');
});

const share = { value: 0.81, low: 0.78, high: 0.84 };
const scores = {
  horizon_days: 7,
  n: 290,
  blocks: 9,
  from: '2017-03-01',
  to: '2018-05-02',
  coverage80: share,
  coverage95: share,
  skill: share,
  hit_rate: share,
  base_rate: 0.55,
} as unknown as HorizonScores;

test('the scores: each measure with its interval, what it is held against and what it rests on', async () => {
  const { kind, rows } = verdictExport(scores);
  const [head, ...measures] = await rows();
  expect(kind).toBe('scores');
  expect(head?.join()).toBe('measure,value,low,high,held against,n,blocks,from,to');
  expect(measures.map(([name, , , , against]) => [name, against])).toEqual([
    ['80% range held', 0.8],
    ['95% range held', 0.95],
    ['median: share of error saved', 0],
    ['direction right', 0.55],
  ]);
  expect(measures[0]?.join()).toBe('80% range held,0.81,0.78,0.84,0.8,290,9,2017-03-01,2018-05-02');
});

test('a measure over the horizons: a row for each, empty where there is none', async () => {
  const measure = { title: 'T', caption: 'C', referenceName: 'promised', reference: 0.8 };
  const young = { ...scores, horizon_days: 30, n: 2, coverage80: null } as unknown as HorizonScores;
  const { rows } = horizonsExport({ ...measure, pick: ({ coverage80 }) => coverage80 }, [scores, young]);
  expect(await rows()).toEqual([
    ['trading days', 'forecasts', 'measured', 'low', 'high', 'promised'],
    [7, 290, 0.81, 0.78, 0.84, 0.8],
    [30, 2, null, null, null, 0.8],
  ]);
});

test('forecast probabilities beside the observed shares', async () => {
  const bin = { forecast: 0.15, observed: share, n: 40 } as unknown as ReliabilityBin;
  expect(await reliabilityExport('T', [bin]).rows()).toEqual([
    ['forecast', 'observed', 'low', 'high', 'forecasts'],
    [0.15, 0.81, 0.78, 0.84, 40],
  ]);
});

test('groups: four measures with their intervals, empty where there are too few', async () => {
  const group = { ...scores, name: 'AAPL', skill: null } as unknown as ScoreGroup;
  const [head, row] = await groupsExport('T', [group]).rows();
  expect(head?.join()).toBe(
    'group,settled,80% held,low,high,95% held,low,high,error saved,low,high,direction,low,high,always up',
  );
  expect(row).toEqual([
    'AAPL',
    290,
    0.81,
    0.78,
    0.84,
    0.81,
    0.78,
    0.84,
    null,
    null,
    null,
    0.81,
    0.78,
    0.84,
    0.55,
  ]);
});

test('forecasts are in the columns of the ledger’s own file', async () => {
  const row = Object.fromEntries(LEDGER_COLUMNS.map((name, i) => [name, i])) as unknown as LedgerRow;
  const { kind, rows } = forecastsExport('T', [row]);
  expect(kind).toBe('estimate');
  expect(await rows()).toEqual([LEDGER_COLUMNS, LEDGER_COLUMNS.map((_, i) => i)]);
});

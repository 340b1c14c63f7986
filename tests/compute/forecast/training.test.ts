import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDailyBars } from '#scripts/forecast/daily-bars.ts';
import { fitTable } from '#scripts/forecast/fit-model.ts';
import { fitLogVariance } from '#scripts/forecast/student-regression.ts';
import { appleCandles } from '../series.ts';

/** Uniform draws of 0…1 (Lehmer 1951, modulus 2³¹ − 1). */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('fitLogVariance', () => {
  test('recovers the weights behind a Student sample', () => {
    const uniform = generator(11);
    const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const n = 20_000;
    const rows = new Float64Array(3 * n);
    const outcomes = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      rows.set([1, normal(), normal()], 3 * i);
      const chi = normal() ** 2 + normal() ** 2 + normal() ** 2 + normal() ** 2;
      const student = normal() / Math.sqrt(chi / 4);
      outcomes[i] = student * Math.exp((-9 + 0.5 * rows[3 * i + 1]! - 0.25 * rows[3 * i + 2]!) / 2);
    }
    const [constant, first, second] = fitLogVariance({ width: 3, rows, outcomes }, 4, 1);
    expect(constant).toBeCloseTo(-9, 0);
    expect(first! - 0.5).toBeLessThan(0.05);
    expect(first! - 0.5).toBeGreaterThan(-0.05);
    expect(second! + 0.25).toBeLessThan(0.05);
    expect(second! + 0.25).toBeGreaterThan(-0.05);
  });

  test('a huge ridge leaves only the constant', () => {
    const uniform = generator(3);
    const rows = Float64Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? 1 : uniform()));
    const outcomes = Float64Array.from({ length: 1000 }, () => uniform() - 0.5);
    const [, weight] = fitLogVariance({ width: 2, rows, outcomes }, 4, 1e9);
    expect(Math.abs(weight!)).toBeLessThan(1e-4);
  });
});

describe('a data folder', () => {
  const directory = mkdtempSync(join(tmpdir(), 'bars-'));
  const { time, open, high, low, close, volume } = appleCandles();
  const csv = (bars: number): string =>
    `date,open,high,low,close,volume\n${Array.from({ length: bars }, (_, t) =>
      [
        new Date(time[t]! * 1000).toISOString().slice(0, 10),
        open[t],
        high[t],
        low[t],
        close[t],
        volume[t],
      ].join(','),
    ).join('\n')}\n`;

  beforeAll(() => {
    writeFileSync(join(directory, 'BBB.csv'), csv(320));
    writeFileSync(join(directory, 'AAA.csv'), csv(260));
    writeFileSync(
      join(directory, 'manifest.json'),
      '[{"ticker":"BBB","group":"D2a","score_from":"2014-01-01"}]',
    );
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  test('is read in the manifest’s order, then by name, with eras and first origins', () => {
    const [first, second] = readDailyBars(directory);
    expect([first!.ticker, first!.era, second!.ticker, second!.era]).toEqual(['BBB', 'D2', 'AAA', '']);
    expect(new Date(first!.candles.time[first!.scoreFrom]! * 1000).toISOString()).toContain('2014-01-02');
    expect(second!.scoreFrom).toBe(250);
  });

  test('gives the same table every time, and another one if an outcome is held out', () => {
    const folder = readDailyBars(directory);
    const table = fitTable(folder, () => false);
    expect(fitTable(readDailyBars(directory), () => false)).toEqual(table);
    expect(fitTable(folder, ({ ticker }) => ticker === 'AAA')).not.toEqual(table);
  });

  test('gives the same table whatever happened in the held-out years', () => {
    const [long, short] = readDailyBars(directory);
    const from = long!.candles.time[240]!;
    const isHeldOut = (_: unknown, __: number, lastSeconds: number): boolean => lastSeconds >= from;
    const candles = structuredClone(long!.candles);
    for (const name of ['open', 'high', 'low', 'close'] as const) {
      for (let t = 240; t < candles.time.length; t++) candles[name][t]! *= 1 + 0.2 * Math.sin(t);
    }
    const table = fitTable([long!, short!], isHeldOut);
    expect(fitTable([{ ...long!, candles }, short!], isHeldOut)).toEqual(table);
  });

  test('is refused, naming file and line, if a row is not a bar', () => {
    writeFileSync(join(directory, 'CCC.csv'), 'date,open,high,low,close,volume\n2020-01-02,1,1,0,1,5\n');
    expect(() => readDailyBars(directory)).toThrow(/CCC\.csv: not a bar: 2020-01-02,1,1,0,1,5/);
    rmSync(join(directory, 'CCC.csv'));
  });
});

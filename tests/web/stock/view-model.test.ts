// @vitest-environment node
import {
  FITTED_UNTIL,
  HORIZON_OPTIONS_DAYS,
  candlesFromRows,
  formatFor,
  type ForecastPoint,
  predictionSeries,
  provenanceParts,
  provenanceStamp,
  changeTone,
} from '#compute';
import type { IsoDate } from '#compute/dates/iso-date.ts';
import { describe, expect, test } from 'vitest';
import { sampleData, sampleResponse } from './sample-response.ts';
import { MIN_VISIBLE_BARS } from '#web/shared/charts/use-viewport.ts';
import { tailOf } from '#web/features/stock/charts/indicators-card.tsx';
import { rangeSeries } from '#web/features/stock/charts/performance-card.tsx';

const US = formatFor({ region: 'us', clock: 'exchange' });

function point(date: string, price: number): ForecastPoint {
  const bounds = { low50: 1, high50: 2, low80: 1, high80: 2, low95: 1, high95: 2 };
  return {
    date: date as IsoDate,
    price,
    ...bounds,
    probabilityUp: 0.5,
    probabilityBuy: 0.2,
    probabilitySell: 0.1,
  };
}

test.each([
  // Half of the 50 % range is 4, a quarter of that 1.
  [101, 'gain'],
  [100.99, 'neutral'],
  [100, 'neutral'],
  [99.01, 'neutral'],
  [99, 'loss'],
  [Number.NaN, 'neutral'],
] as const)('an expected price of %d with a current price of 100 has the tone %s', (price, tone) => {
  expect(changeTone({ ...point('2026-11-23', price), low50: 96, high50: 104 }, 100)).toBe(tone);
});

describe('predictionSeries', () => {
  test('puts history and forecast on one axis and starts the fan at the base price', async () => {
    const { candles, analysis } = await sampleData('AAPL', 7);
    const { dates, columns, estimateFrom, defaultBars } = predictionSeries(candles, analysis.forecast);
    expect(estimateFrom).toBe(300);
    expect(dates).toHaveLength(307);
    expect(columns.map((column) => column.length)).toEqual(Array.from({ length: 8 }).fill(307));
    expect(columns[0]?.slice(299, 301)).toEqual([candles.close[299], null]);
    for (const column of columns.slice(1)) {
      expect(column.slice(298, 300)).toEqual([null, analysis.forecast.basePrice]);
    }
    expect(columns[1]?.at(-1)).toBe(analysis.forecast.points[6]?.price);
    expect(defaultBars).toBe(21);
  });

  test.each(HORIZON_OPTIONS_DAYS)('over %d days the fan takes a third of the plot', async (horizonDays) => {
    const { candles, analysis } = await sampleData('AAPL', horizonDays);
    const { defaultBars, estimateStretch } = predictionSeries(candles, analysis.forecast);
    // From half a session before the first close to half a past session's width after the last estimate.
    const fan = horizonDays * estimateStretch;
    expect(fan / (defaultBars - horizonDays + fan)).toBeCloseTo(1 / 3, 12);
    expect(defaultBars).toBeGreaterThan(MIN_VISIBLE_BARS);
  });

  test('keeps dates ascending from history to forecast', async () => {
    const { candles, analysis } = await sampleData('AAPL', 30);
    const { dates } = predictionSeries(candles, analysis.forecast);
    expect([...dates]).toEqual([...dates].toSorted((a, b) => a - b));
  });
});

test('an indicator’s tail has the defined ones of the last 20 points', () => {
  const values = Float64Array.from({ length: 50 }, (_, i) => (i < 40 ? Number.NaN : i));
  expect(tailOf(Float64Array.from(values.keys()))?.values).toHaveLength(20);
  expect(tailOf(values)).toEqual({ values: [40, 41, 42, 43, 44, 45, 46, 47, 48, 49], last: 49 });
  expect(tailOf(values.subarray(0, 40))).toBeNull();
});

describe('rangeSeries', () => {
  const candles = candlesFromRows(
    Array.from({ length: 40 }, (_, i) => ({
      time: i * 86_400,
      open: 1,
      high: 2,
      low: 1,
      close: i + 1,
      volume: 0,
    })),
  );

  test('is a view of the candles, not a copy', () => {
    expect(rangeSeries(candles, '1M').closes.buffer).toBe(candles.close.buffer);
  });

  test('ALL is the whole series, and so is a range longer than it', () => {
    expect(rangeSeries(candles, 'ALL').closes).toHaveLength(40);
    expect(rangeSeries(candles, '1Y').closes).toHaveLength(40);
  });

  test('1M goes 30 calendar days back from the last bar', () => {
    expect(rangeSeries(candles, '1M').dates[0]).toBe((39 - 30) * 86_400);
  });
});

describe('provenanceParts', () => {
  const nowMs = Date.parse('2026-11-20T21:05:00Z');

  test('names source, exchange time, delay, market state and age', () => {
    const response = {
      ...sampleResponse('AAPL'),
      source: 'yahoo',
      delayed_minutes: 15,
      market_state: 'closed',
    } as const;
    expect(provenanceParts(US, response, nowMs)).toEqual([
      'Yahoo',
      'Nov 20, 15:59 New York',
      'delayed 15 min',
      'market closed',
      'fetched 5m ago',
    ]);
    // A fresh price needs no age.
    const fetchedMs = Date.parse(response.fetched_at);
    expect(provenanceParts(US, response, fetchedMs + 59_000).at(-1)).toBe('market closed');
    expect(provenanceParts(US, response, fetchedMs + 60_000).at(-1)).toBe('fetched 1m ago');
  });

  test('say what was corrected of the source’s numbers, on files too', () => {
    const corrections = ['3 rows in pounds read as pence'];
    const corrected = {
      ...sampleResponse('SHEL.L'),
      source: 'yahoo',
      market_state: 'closed',
      corrections,
    } as const;
    expect(provenanceParts(US, corrected, nowMs)).toContain(corrections[0]);
    expect(provenanceStamp(US, corrected, nowMs)).toContain(` · ${corrections[0]}`);
  });

  test('name the day of a fund’s value instead of a time, a delay and a market', () => {
    const fund = {
      ...sampleResponse('VTSAX'),
      instrument: 'fund',
      source: 'yahoo',
      delayed_minutes: 15,
      market_state: 'closed',
      as_of: '2026-11-20T01:01:00Z',
    } as const;
    expect(provenanceParts(US, fund, nowMs)).toEqual(['Yahoo', 'value of Nov 19', 'fetched 5m ago']);
    expect(provenanceStamp(US, fund, nowMs)).toBe('Yahoo · value of Nov 19');
  });

  test('decides by the exchange’s date whether the model was fitted on it', () => {
    const recorded = { ...sampleResponse('CBA.AX'), prices: 'recorded' } as const;
    const named = (asOf: string) =>
      provenanceParts(
        US,
        { ...recorded, exchange_timezone: 'Australia/Sydney', as_of: `${FITTED_UNTIL}T${asOf}Z` },
        nowMs,
      )[0];
    expect(named('05:00:00')).toBe('Recorded prices, in-sample forecast');
    expect(named('23:30:00')).toBe('Recorded prices');
  });

  test('leaves the sample market to its chip', () => {
    expect(provenanceParts(US, sampleResponse('AAPL'), nowMs).join()).not.toContain('Sample');
  });
});

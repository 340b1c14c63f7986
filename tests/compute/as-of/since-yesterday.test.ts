import {
  analyse,
  datesAfter,
  formatFor,
  HORIZON_OPTIONS_DAYS,
  sessionDates,
  sinceYesterday,
  sinceYesterdayTexts,
  sliceCandles,
  type Analysis,
  type AnalysisInput,
  type Candles,
  type ExpectedResults,
  type LedgerForecast,
  type SinceYesterday,
} from '#compute';
import { expect, test } from 'vitest';
import { SAMPLE_LISTINGS } from '#worker/providers/sample/listings.ts';
import { sampleStock } from '#worker/providers/sample/sample-market-data.ts';
import { comingFrom } from '../../support/coming-sessions.ts';
import { appleCandles, scaleCandles } from '../series.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });
const candles = appleCandles();
const lastClose = candles.close.at(-1)!;

function analysisOf(input: AnalysisInput): Analysis {
  const result = analyse(input);
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

const over: AnalysisInput = {
  candles,
  quote: { price: lastClose, sessionLeft: 0 },
  horizonDays: 7,
  calendar: 'nyse',
  sessions: datesAfter(-Infinity, candles.time, comingFrom(candles.time.at(-1)!)),
};

function sinceOf(change: Partial<AnalysisInput> = {}): SinceYesterday {
  const input = { ...over, ...change };
  const since = sinceYesterday(input, analysisOf(input));
  if (since === null) throw new Error('expected a comparison');
  return since;
}

const textsOf = (since: SinceYesterday) => sinceYesterdayTexts(US, since, 'USD');

/** The same history with another last close. */
function closingAt(close: number): Candles {
  const last = candles.close.length - 1;
  const low = candles.low.with(last, Math.min(close, candles.low.at(-1)!));
  const high = candles.high.with(last, Math.max(close, candles.high.at(-1)!));
  return { ...candles, low, high, close: candles.close.with(last, close) };
}

test.each(SAMPLE_LISTINGS.slice(0, 20).map((listing) => [listing.symbol, listing] as const))(
  'for %s the earlier side equals a replay without the last bar, the later one the analysis',
  (_symbol, listing) => {
    const { candles: whole, sessions } = sampleStock(listing, Date.UTC(2026, 10, 20, 17) / 1000);
    const earlier = sliceCandles(whole, 0, -1);
    const { calendar } = listing;
    for (const horizonDays of HORIZON_OPTIONS_DAYS) {
      const input = {
        candles: whole,
        quote: { price: whole.close.at(-1)!, sessionLeft: 0.6 },
        horizonDays,
        calendar,
        sessions: datesAfter(-Infinity, whole.time, sessions),
      };
      const now = analysisOf(input);
      const replay = analysisOf({
        candles: earlier,
        quote: { price: earlier.close.at(-1)!, sessionLeft: 0 },
        horizonDays,
        calendar,
        sessions: sessionDates(comingFrom(whole.time.at(-2)!, calendar)),
      });
      expect(sinceYesterday(input, now)).toMatchObject({
        before: { forecast: replay.forecast, signal: replay.signal },
        now: { forecast: now.forecast, signal: now.signal },
        changePercent: now.dayChangePercent,
      });
    }
  },
);

test('the earlier side shows what the ledger published, unless prices were rescaled since', () => {
  const { forecast: computed } = sinceOf().before;
  const row: LedgerForecast = {
    ledger: 'live',
    seq: 1,
    ticker: 'AAPL',
    target_date: computed.points.at(-1)!.date,
    median: computed.basePrice,
    low95: computed.basePrice * 0.8,
    high95: computed.basePrice * 1.3,
    probability_up: 0.5,
    source: 'yahoo',
    adjustment: 'splits',
    made_at: '2026-11-20T22:00:00.000Z',
    base_date: computed.baseDate,
    base_close: computed.basePrice,
    horizon_days: 7,
    low80: computed.basePrice * 0.9,
    high80: computed.basePrice * 1.2,
    probability_buy: 0.31,
    probability_sell: 0.22,
    signal: 'SELL',
    model: 'pooled-volatility 2.9.0',
  };
  const published = sinceYesterday(over, analysisOf(over), [row])!;
  const { signal, forecast } = published.before;
  expect([signal.level, forecast.points.at(-1)]).toMatchObject([
    'SELL',
    { low80: row.low80, high80: row.high80 },
  ]);
  expect(forecast.points[0]).toEqual(computed.points[0]);
  expect(textsOf(published)).toContainEqual(expect.stringMatching(/^The model changed from 2\.9\.0 to /));
  const split = sinceYesterday(over, analysisOf(over), [{ ...row, base_close: row.base_close * 2 }]);
  expect(split?.before.forecast).toEqual(computed);
});

test('60 bars are too few to compare, 61 suffice', () => {
  const short = { ...over, candles: sliceCandles(candles, 0, 60) };
  expect(sinceYesterday(short, analysisOf(short))).toBeNull();
  expect(sinceOf({ candles: sliceCandles(candles, 0, 61) }).before.forecast.points).toHaveLength(7);
});

test('a finished session is measured by its close, and the range includes its edges', () => {
  const { low80, high80 } = sinceOf().before.forecast.points[0]!;
  const closed = (close: number) =>
    sinceOf({ candles: closingAt(close), quote: { price: 1, sessionLeft: 0 } }).isInRange;
  expect([low80, high80].map(closed)).toEqual([true, true]);
  expect([low80 * (1 - 1e-12), high80 * (1 + 1e-12)].map(closed)).toEqual([false, false]);
  expect(textsOf(sinceOf({ candles: closingAt(high80) }))[1]).toBe(
    `It closed inside the 80% range for the session, ${US.price(low80, 'USD')} to ${US.price(high80, 'USD')}, so the range held.`,
  );
  expect(textsOf(sinceOf({ candles: closingAt(low80 / 2) }))[1]).toMatch(
    /^It closed outside .* did not hold\.$/,
  );
});

test('a running session is measured by the current price, and its wider range is not attributed to volatility', () => {
  const { high80 } = sinceOf().before.forecast.points[0]!;
  const running = sinceOf({ horizonDays: 1, quote: { price: high80, sessionLeft: 0.9 } });
  expect(running.isInRange).toBe(true);
  expect(sinceOf({ quote: { price: high80 * 1.001, sessionLeft: 0.9 } }).isInRange).toBe(false);
  // Volatility is read from the same bars; only the time is longer.
  expect(running.widthChange).toBeGreaterThan(0.1);
  const [, held, width] = textsOf(running);
  expect(held).toMatch(/^So far it’s inside the 80% range/);
  expect(width).toMatch(
    /^Relative to the price, the 1-day range is \d+% wider\. It includes the rest of this session\./,
  );
});

test('a large move widens the range, and a day without a move narrows it', () => {
  const before = candles.close.at(-2)!;
  const calm = sinceOf({ candles: closingAt(before), quote: { price: before, sessionLeft: 0 } });
  const wild = sinceOf({
    candles: closingAt(before * 0.92),
    quote: { price: before * 0.92, sessionLeft: 0 },
  });
  expect(wild.widthChange).toBeGreaterThan(calm.widthChange);
  expect(textsOf(calm)[0]).toBe('The price is unchanged.');
  expect(textsOf(wild)[0]).toBe('The price fell 8.00%.');
  expect(textsOf(wild)[2]).toMatch(/% wider: the model expects more volatility\.$/);
  expect(textsOf({ ...wild, widthChange: -0.25 })[2]).toMatch(
    /25% narrower: the model expects less volatility\.$/,
  );
  expect(textsOf({ ...wild, widthChange: -0.019 })[2]).toMatch(/is about as wide as before\.$/);
  const text = JSON.stringify([calm, wild]).replaceAll('"results":null', '');
  expect(text).not.toContain('null');
});

test('earnings that come into the horizon or leave it are named as the reason, and so is another version of the model', () => {
  const before = candles.close.at(-2)!;
  const wild = sinceOf({
    candles: closingAt(before * 0.92),
    quote: { price: before * 0.92, sessionLeft: 0 },
  });
  const results = {
    date: '2026-11-26',
    session: '2026-11-27',
    status: 'estimated',
    plus_minus_days: 3,
    chance: 0.9,
  } as ExpectedResults;
  const widthWith = (now: ExpectedResults | null, earlier: ExpectedResults | null, widthChange: number) =>
    textsOf({
      ...wild,
      widthChange,
      now: { ...wild.now, forecast: { ...wild.now.forecast, results: now } },
      before: { ...wild.before, forecast: { ...wild.before.forecast, results: earlier } },
    })[2];
  expect(widthWith(results, { ...results, chance: 0.2 }, 0.3)).toMatch(
    /wider: it now includes earnings expected Thu, Nov 26 ±3 days\.$/,
  );
  expect(widthWith({ ...results, chance: 0 }, results, -0.3)).toMatch(
    /narrower: it no longer includes earnings\.$/,
  );
  expect(widthWith(results, results, 0.3)).toMatch(/more volatility\.$/);
  const older = {
    ...wild,
    before: { ...wild.before, forecast: { ...wild.before.forecast, version: '3.0.0' } },
  };
  expect(textsOf(older)[3]).toBe(
    'The model changed from 3.0.0 to 3.1.0, which also changes ranges and chances.',
  );
});

test('split-adjusted prices give the same comparison', () => {
  const split = sinceOf({
    candles: scaleCandles(candles, 1 / 4),
    quote: { price: lastClose / 4, sessionLeft: 0 },
  });
  const { changePercent, widthChange, votes, isInRange } = sinceOf();
  expect(split).toMatchObject({ votes, isInRange });
  expect(split.changePercent).toBeCloseTo(changePercent, 9);
  expect(split.widthChange).toBeCloseTo(widthChange, 9);
});

test('names changed votes, including a new one', () => {
  // The 200-day average has its first value now.
  const { votes } = sinceOf({ candles: sliceCandles(candles, 0, 200) });
  expect(votes).toContainEqual({ input: 'SMA 200', before: null, now: expect.any(Number) });
  const since = sinceOf();
  const signal = { ...since.now.signal, level: 'HOLD' } as const;
  const still = { ...since, before: { ...since.before, signal }, now: { ...since.now, signal } };
  expect(textsOf({ ...still, votes: [] })[3]).toBe('The model signal is still HOLD. No votes changed.');
  const changed = { ...still, now: { ...still.now, signal: { ...signal, level: 'BUY' } } } as const;
  expect(
    textsOf({
      ...changed,
      votes: [
        { input: 'SMA 200', before: null, now: 0.25 },
        { input: 'RSI (14)', before: -0.125, now: 0 },
        { input: 'Momentum', before: -0.125, now: 0 },
      ],
    })[3],
  ).toBe(
    'The model signal changed from HOLD to BUY. Votes changed from not available to up: SMA 200; from down to neutral: RSI (14), Momentum.',
  );
});

import {
  analyse,
  datesAfter,
  formatFor,
  replayedForecast,
  replayTexts,
  sessionDates,
  sliceCandles,
  withResults,
  type ReplayedForecast,
} from '#compute';
import { expect, test } from 'vitest';
import { comingFrom } from '../../support/coming-sessions.ts';
import { appleCandles } from '../series.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });
const candles = appleCandles();
const last = candles.close.length - 1;
const sessions = datesAfter(-Infinity, candles.time, comingFrom(candles.time[last]!));
const CALENDAR = { calendar: 'nyse', sessions } as const;

function replayAt(bar: number, history = candles): ReplayedForecast {
  const result = replayedForecast({ candles: history, ...CALENDAR }, bar, 7);
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

/** The replay's first sentence if the next session closes at `close`. */
function closingAt(close: number): string | undefined {
  const replayed = replayAt(last - 20);
  return replayTexts(US, { ...replayed, closes: replayed.closes.with(0, close) }, 'USD')[0];
}

test('a replay knows of results what was known by then, not a date announced since', () => {
  const reacted = [candles.time[last - 40]!];
  const known = { ...CALENDAR, candles: withResults(candles, reacted) };
  const later = { ...known, nextResultsSeconds: candles.time[last - 15]! };
  const before = replayedForecast(known, last - 20, 7);
  expect(replayedForecast(later, last - 20, 7)).toEqual(before);
  expect(before).not.toEqual(replayedForecast({ candles, ...CALENDAR }, last - 20, 7));
});

test('a replay equals the forecast from that close and reads no later bar', () => {
  const bar = last - 20;
  const cut = sliceCandles(candles, 0, bar + 1);
  const then = analyse({
    candles: cut,
    quote: { price: cut.close.at(-1)!, sessionLeft: 0 },
    horizonDays: 7,
    calendar: 'nyse',
    sessions: sessionDates(comingFrom(cut.time.at(-1)!)),
  });
  if (!then.ok) throw new Error(then.error.reason);
  expect(replayAt(bar).forecast).toEqual(then.value.forecast);
  const others = { ...candles, close: candles.close.map((close, i) => (i > bar ? close * 3 : close)) };
  expect(replayAt(bar, others).forecast).toEqual(then.value.forecast);
  expect(replayAt(bar).closes).toEqual([...candles.close.subarray(bar + 1, bar + 8)]);
});

test('a close on the edge of the range counts as inside, a cent further does not', () => {
  const { low80, high80 } = replayAt(last - 20).forecast.points[0]!;
  expect(closingAt(low80)).toMatch(/ held: closed at \$/);
  expect(closingAt(high80)).toMatch(/ held: closed at \$/);
  expect(closingAt(low80 - 0.01)).toMatch(/ did not hold: closed at \$[\d.]+, outside \$/);
  expect(closingAt(high80 + 0.01)).toMatch(/ did not hold: closed at \$/);
});

test('counts finished sessions only and says they amount to one test', () => {
  const whole = {
    ...replayAt(last - 20),
    closes: replayAt(last - 20).forecast.points.map(({ price }) => price),
  };
  expect(replayTexts(US, whole, 'USD')[1]).toBe(
    '7 of this forecast’s 7 ranges held (stated: 80%). They overlap, so they count as one test.',
  );
  const part = { ...whole, closes: whole.closes.map((close, i) => (i < 3 ? (i === 1 ? 1 : close) : null)) };
  expect(replayTexts(US, part, 'USD')[1]).toContain('2 of this forecast’s 3 settled ranges held');
  expect(replayTexts(US, replayAt(last), 'USD')).toEqual([
    'No later session has closed yet, so the ranges are still open.',
  ]);
});

test('there is no forecast from fewer than 60 bars', () => {
  expect(replayedForecast({ candles, ...CALENDAR }, 58, 7)).toMatchObject({
    ok: false,
    error: { reason: 'short_history' },
  });
  expect(replayedForecast({ candles, ...CALENDAR }, 59, 7).ok).toBe(true);
});

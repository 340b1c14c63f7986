import { describe, expect, test } from 'vitest';
import { isTradingDay, marketState, parseTicker, zonedDate } from '#compute';
import type { IntradayRange } from '#worker/contract';
import { sampleListing } from '#worker/providers/sample/listings.ts';
import { sampleIntraday, sampleStock } from '#worker/providers/sample/sample-market-data.ts';

const utc = (month: number, day: number, hour: number, minute = 0, second = 0) =>
  Date.UTC(2026, month - 1, day, hour, minute, second) / 1000;
const RANGES: readonly IntradayRange[] = ['1d', '5d'];

/** New York is UTC−5 in November. */
const INSTANTS = [
  ['in the middle of a minute', utc(11, 17, 17, 3, 31)],
  ['at the opening bell', utc(11, 17, 14, 30)],
  ['in the last minute', utc(11, 17, 20, 59, 59)],
  ['at the close', utc(11, 17, 21)],
  ['after hours', utc(11, 17, 23, 10)],
  ['before the open', utc(11, 17, 11, 15)],
  ['on a Sunday', utc(11, 15, 12)],
  ['after Thanksgiving, at noon of a half day', utc(11, 27, 17)],
  ['after a half day', utc(11, 27, 20)],
  ['in the week of the change to winter time', utc(11, 3, 18)],
  ['at midnight UTC', utc(11, 18, 0)],
] as const;
const SYMBOLS = ['AAPL', 'NVDA', 'KO', 'SPY', 'VOD.L', 'SAP.DE', '7203.T', 'BTC-USD'];

function intradayOf(...request: Parameters<typeof sampleIntraday>) {
  const { chart, ...traded } = sampleIntraday(...request);
  const {
    bars,
    session_parts: parts,
    interval_seconds: intervalSeconds,
    previous_close: previousClose,
  } = chart;
  return { ...traded, bars, parts, intervalSeconds, previousClose };
}
type Intraday = ReturnType<typeof intradayOf>;

function listing(symbol: string) {
  const ticker = parseTicker(symbol);
  const found = ticker.ok ? sampleListing(ticker.value) : null;
  if (found === null) throw new Error(`no sample listing ${symbol}`);
  return found;
}

/** The regular bars by date, aggregated from minutes. */
function daysOf({ bars, parts, listing: { timezone } }: Intraday) {
  const days = new Map<number, { open: number; high: number; low: number; close: number; volume: number }>();
  for (const { from, to } of parts.filter(({ part }) => part === 'regular')) {
    days.set(zonedDate(bars.time[from]!, timezone), {
      open: bars.open[from]!,
      high: Math.max(...bars.high.slice(from, to)),
      low: Math.min(...bars.low.slice(from, to)),
      close: bars.close[to - 1]!,
      volume: bars.volume.slice(from, to).reduce((a, b) => a + b, 0),
    });
  }
  return days;
}

describe.each(SYMBOLS)('%s', (symbol) => {
  const known = listing(symbol);

  test.each(INSTANTS)('%s: minute bars and daily bars agree, and end at the price', (_, now) => {
    const { candles } = sampleStock(known, now);
    for (const [range, count] of [
      ['1d', 1],
      ['5d', 5],
    ] as const) {
      const intraday = intradayOf(known, range, now);
      const first = candles.time.length - count;
      const daily = Array.from(candles.time.subarray(first), (time, index) => {
        const at = first + index;
        const [open, high, low, close, volume] = [
          candles.open[at],
          candles.high[at],
          candles.low[at],
          candles.close[at],
          candles.volume[at],
        ];
        return [time, { open, high, low, close, volume }];
      });
      expect([...daysOf(intraday)]).toEqual(daily);
      const lastRegular = intraday.parts.findLast(({ part }) => part === 'regular');
      expect(intraday.bars.close[lastRegular!.to - 1]).toBe(candles.close.at(-1));
      expect(intraday.previousClose).toBe(candles.close[first - 1]);
    }
  });

  test.each(INSTANTS)(
    '%s: bars are consistent, in order, on their grid and never ahead of the clock',
    (_, now) => {
      for (const range of RANGES) {
        const { bars, parts, intervalSeconds, asOfSeconds } = intradayOf(known, range, now);
        const { time, open, high, low, close, volume } = bars;
        expect(intervalSeconds).toBe(range === '1d' ? 60 : 300);
        expect(asOfSeconds).toBeLessThanOrEqual(now);
        expect(asOfSeconds).toBeGreaterThanOrEqual(time.at(-1)!);
        time.forEach((start, bar) => {
          const isSound =
            start % intervalSeconds === 0 &&
            start > (time[bar - 1] ?? 0) &&
            high[bar]! >= Math.max(open[bar]!, close[bar]!) &&
            low[bar]! <= Math.min(open[bar]!, close[bar]!) &&
            low[bar]! > 0 &&
            volume[bar]! >= 0;
          expect(isSound).toBe(true);
        });
        expect(parts.map(({ from }) => from)).toEqual([0, ...parts.map(({ to }) => to).slice(0, -1)]);
        expect(parts.at(-1)!.to).toBe(time.length);
      }
    },
  );

  test('a finished minute never changes', () => {
    const now = utc(11, 17, 17, 3);
    const before = intradayOf(known, '1d', now).bars;
    const after = intradayOf(known, '1d', now + 120).bars;
    const finished = before.time.filter((start) => start + 60 <= now).length;
    expect(finished).toBeGreaterThan(0);
    const head = (bars: Intraday['bars']) => Object.values(bars).map((column) => column.slice(0, finished));
    expect(head(after)).toEqual(head(before));
  });
});

test('New York has extended trading without price gaps; London has none', () => {
  const now = utc(11, 18, 3);
  const { bars, parts, sessions, listing: at, asOfSeconds } = intradayOf(listing('AAPL'), '1d', now);
  expect(parts).toEqual([
    { part: 'pre', from: 0, to: 330 },
    { part: 'regular', from: 330, to: 720 },
    { part: 'post', from: 720, to: 960 },
  ]);
  expect([bars.close[329], bars.close[719]]).toEqual([bars.open[330], bars.open[720]]);
  const traded = { listing: at, sessions, asOfSeconds };
  expect(bars.time.filter((start) => marketState(traded, start) === 'post')).toHaveLength(240);
  expect(intradayOf(listing('VOD.L'), '1d', now).parts).toEqual([{ part: 'regular', from: 0, to: 510 }]);
});

test('before the open the latest session is followed by pre-market trading', () => {
  const now = utc(11, 17, 11, 15);
  const { parts, bars } = intradayOf(listing('AAPL'), '1d', now);
  expect(parts.map(({ part }) => part)).toEqual(['pre', 'regular', 'post', 'pre']);
  expect(bars.time.at(-1)).toBe(now);
  expect(bars.open[parts[3]!.from]).toBe(bars.close[parts[2]!.to - 1]);
});

test('a minute that has just begun has only its opening price', () => {
  const { bars } = intradayOf(listing('AAPL'), '1d', utc(11, 17, 17, 3, 31));
  const { open, high, low, close } = bars;
  expect(new Set([open.at(-1), high.at(-1), low.at(-1), close.at(-1)]).size).toBe(1);
});

test('five days skip the weekend and the holiday', () => {
  const known = listing('AAPL');
  const dates = [...daysOf(intradayOf(known, '5d', utc(11, 27, 20))).keys()];
  expect(dates).toHaveLength(5);
  expect(dates.every((date) => isTradingDay(date, 'nyse'))).toBe(true);
  expect(dates).not.toContain(utc(11, 26, 0));
});

test('a day looks realistic: bars do not stick to its high or low, none leaps, and volumes differ', () => {
  for (const symbol of ['AAPL', 'NVDA', 'KO']) {
    for (let day = 1; day < 24; day += 1) {
      const { bars, parts } = intradayOf(listing(symbol), '1d', utc(11, day, 21, 30));
      const { from, to } = parts.find(({ part }) => part === 'regular')!;
      const [high, low] = [bars.high.slice(from, to), bars.low.slice(from, to)];
      const [top, bottom] = [Math.max(...high), Math.min(...low)];
      const atEdge = Array.from(high, (price, i) => (price === top || low[i] === bottom ? 'x' : ' ')).join(
        '',
      );
      expect(Math.max(...atEdge.split(/ +/).map((run) => run.length))).toBeLessThan(8);
      const lengths = Array.from(high, (price, i) => price - low[i]!).toSorted((a, b) => a - b);
      expect(lengths.at(-1)! / lengths[lengths.length >> 1]!).toBeLessThan(8);
      const volume = bars.volume.slice(from, to);
      const isEven = volume.filter((traded, bar) => Math.abs(traded / volume[bar - 1]! - 1) < 0.02).length;
      expect(isEven).toBeLessThan(volume.length / 4);
    }
  }
});

import type { Listing } from './listings.ts';
import type { RecordedBar } from './recorded-bars.ts';
import { sessionOf } from './session-times.ts';

/** The years in `range=5y`, the only range that the Worker requests. */
const YEARS = 5;

/** The bars of the five years up to the last recorded one, not up to today, because a recording does not age. */
function recentBars(bars: readonly RecordedBar[]): readonly RecordedBar[] {
  const last = bars.at(-1)?.date ?? '';
  const first = `${Number(last.slice(0, 4)) - YEARS}${last.slice(4)}`;
  return bars.filter(({ date }) => date >= first);
}

/** The body of `GET /v8/finance/chart/{symbol}?interval=1d`, with prices as 32-bit floats like the vendor's. */
export function chartBody(symbol: string, listing: Listing, allBars: readonly RecordedBar[]): unknown {
  const bars = recentBars(allBars);
  const series = (pick: (bar: RecordedBar) => number | null) =>
    bars.map((bar) => {
      const value = pick(bar);
      return value === null ? null : Math.fround(value);
    });
  const result = {
    meta: chartMeta(symbol, listing, allBars, '5y'),
    timestamp: bars.map(({ date }) => sessionOf(date, listing.timeZone).start),
    indicators: {
      quote: [
        {
          open: series((bar) => bar.open),
          high: series((bar) => bar.high),
          low: series((bar) => bar.low),
          close: series((bar) => bar.close),
          volume: bars.map(({ volume }) => volume),
        },
      ],
    },
  };
  return { chart: { result: [result], error: null } };
}

/** Closes in one row of `GET /v7/finance/spark?range=5d&interval=1d`. */
const SPARK_CLOSES = 5;

/** One row of the body of `GET /v7/finance/spark`. */
export function sparkRow(symbol: string, listing: Listing, bars: readonly RecordedBar[]): unknown {
  const shown = bars.slice(-SPARK_CLOSES);
  const chart = {
    meta: chartMeta(symbol, listing, bars, '5d'),
    timestamp: shown.map(({ date }) => sessionOf(date, listing.timeZone).start),
    indicators: { quote: [{ close: shown.map(({ close }) => close && Math.fround(close)) }] },
  };
  return { symbol, response: [chart] };
}

/** The parts of the vendor's `meta` block that the Worker reads. */
function chartMeta(symbol: string, listing: Listing, bars: readonly RecordedBar[], range: string) {
  const last = bars.findLast(({ close }) => close !== null);
  if (last === undefined) throw new Error(`${symbol} has no bar with a close`);
  const { timeZone } = listing;
  const { start, end } = sessionOf(last.date, timeZone);
  const [before, after] = timeZone === 'UTC' ? [0, 0] : [5.5 * 3600, 4 * 3600];
  return {
    currency: 'USD',
    symbol,
    exchangeName: listing.exchangeCode,
    fullExchangeName: listing.exchangeName,
    instrumentType: listing.instrumentType,
    exchangeTimezoneName: timeZone,
    longName: listing.name,
    regularMarketTime: end,
    regularMarketPrice: toTick(last.close),
    regularMarketDayHigh: toTick(last.high),
    regularMarketDayLow: toTick(last.low),
    regularMarketVolume: last.volume,
    currentTradingPeriod: {
      pre: { start: start - before, end: start },
      regular: { start, end },
      post: { start: end, end: end + after },
    },
    dataGranularity: '1d',
    range,
  };
}

/** Rounds to the tick size, as quotes in the meta block are: cents from a dollar up, hundredths of a cent below. */
function toTick(price: number | null): number | null {
  return price === null ? null : Number(price.toFixed(price < 1 ? 4 : 2));
}

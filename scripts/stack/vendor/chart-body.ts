import type { Listing } from './listings.ts';
import type { RecordedBar } from './recorded-bars.ts';
import { sessionOf } from './session-times.ts';

/** Calendar months per range that the stand-in serves; `max` is everything. */
const RANGE_MONTHS: Readonly<Record<string, number>> = {
  '1mo': 1,
  '3mo': 3,
  '6mo': 6,
  '1y': 12,
  '2y': 24,
  '5y': 60,
  '10y': 120,
  max: Number.POSITIVE_INFINITY,
};

export const VALID_RANGES: readonly string[] = Object.keys(RANGE_MONTHS);

/** The ranges end at the last recorded bar, not at today: a recording does not age. */
function barsInRange(bars: readonly RecordedBar[], range: string): readonly RecordedBar[] {
  const months = RANGE_MONTHS[range];
  if (months === undefined) throw new RangeError(`unknown range ${range}`);
  const last = bars.at(-1);
  if (last === undefined || months === Number.POSITIVE_INFINITY) return bars;
  const first = new Date(`${last.date}T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - months);
  const firstDate = first.toISOString().slice(0, 10);
  return bars.filter(({ date }) => date >= firstDate);
}

/** The body of `GET /v8/finance/chart/{symbol}?interval=1d`: prices as 32-bit floats, as the vendor sends them. */
export function chartBody(
  symbol: string,
  listing: Listing,
  allBars: readonly RecordedBar[],
  range: string,
): unknown {
  const bars = barsInRange(allBars, range);
  const series = (pick: (bar: RecordedBar) => number | null) =>
    bars.map((bar) => {
      const value = pick(bar);
      return value === null ? null : Math.fround(value);
    });
  const result = {
    meta: chartMeta(symbol, listing, allBars, range),
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

/** What the Worker reads of the vendor's description of a listing and its last trade. */
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

/** Quotes of the meta block carry the tick size: cents from a dollar up, hundredths of a cent below. */
function toTick(price: number | null): number | null {
  return price === null ? null : Number(price.toFixed(price < 1 ? 4 : 2));
}

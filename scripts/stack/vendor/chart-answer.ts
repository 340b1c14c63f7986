import type { Listing } from './listings.ts';
import type { RecordedBar } from './recorded-bars.ts';
import { sessionOf, utcOffsetSeconds, zoneAbbreviation } from './session-times.ts';

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
export function chartAnswer(
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
    meta: chartMeta(symbol, listing, allBars, bars, range),
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
      adjclose: [{ adjclose: series((bar) => bar.adjustedClose) }],
    },
  };
  return { chart: { result: [result], error: null } };
}

function chartMeta(
  symbol: string,
  listing: Listing,
  allBars: readonly RecordedBar[],
  bars: readonly RecordedBar[],
  range: string,
) {
  const complete = allBars.filter(({ close }) => close !== null);
  const last = complete.at(-1);
  if (last === undefined) throw new Error(`${symbol} has no bar with a close`);
  const { timeZone } = listing;
  const session = sessionOf(last.date, timeZone);
  const gmtoffset = utcOffsetSeconds(session.end, timeZone);
  const timezone = zoneAbbreviation(session.end, timeZone);
  const period = (start: number, end: number) => ({ timezone, start, end, gmtoffset });
  const lastYear = barsInRange(complete, '1y');
  const beforeRange = allBars[allBars.indexOf(bars[0] ?? last) - 1];
  return {
    currency: 'USD',
    symbol,
    exchangeName: listing.exchangeCode,
    fullExchangeName: listing.exchangeName,
    instrumentType: listing.instrumentType,
    firstTradeDate: sessionOf(allBars[0]?.date ?? last.date, timeZone).start,
    regularMarketTime: session.end,
    hasPrePostMarketData: timeZone !== 'UTC',
    gmtoffset,
    timezone,
    exchangeTimezoneName: timeZone,
    regularMarketPrice: toTick(last.close),
    fiftyTwoWeekHigh: toTick(Math.max(...lastYear.map(({ high }) => high ?? 0))),
    fiftyTwoWeekLow: toTick(Math.min(...lastYear.map(({ low }) => low ?? Number.POSITIVE_INFINITY))),
    regularMarketDayHigh: toTick(last.high),
    regularMarketDayLow: toTick(last.low),
    regularMarketVolume: last.volume,
    longName: listing.name,
    shortName: listing.name,
    // The close before the range, not yesterday's: a known trap of this API.
    chartPreviousClose: toTick((beforeRange ?? bars[0] ?? last).close),
    priceHint: 2,
    currentTradingPeriod: {
      pre: period(session.start - (timeZone === 'UTC' ? 0 : 5.5 * 3600), session.start),
      regular: period(session.start, session.end),
      post: period(session.end, session.end + (timeZone === 'UTC' ? 0 : 4 * 3600)),
    },
    dataGranularity: '1d',
    range,
    validRanges: VALID_RANGES,
  };
}

/** Quotes of the meta block carry the tick size: cents from a dollar up, hundredths of a cent below. */
function toTick(price: number | null): number | null {
  return price === null ? null : Number(price.toFixed(price < 1 ? 4 : 2));
}

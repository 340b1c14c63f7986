/** Yahoo's series of a company's market cap, earnings per share and P/E. */
import { parseIsoDate, SECONDS_PER_DAY, type Ticker } from '#compute';
import * as v from 'valibot';
import type { DatedFigure, Fundamentals } from '../market-data.ts';
import { fundamentalSchema } from '../plausible.ts';

/** A little over a year, so that companies with yearly reports have an entry. */
const WINDOW_SECONDS = 400 * SECONDS_PER_DAY;

export const NO_FUNDAMENTALS: Fundamentals = { marketCap: null, trailingEps: null, trailingPe: null };

/** Whether a ticker may be a company's. Indices, currency pairs, futures and coins have no earnings. */
export function mayHaveFundamentals(ticker: Ticker): boolean {
  return !/^\^|=|-[A-Z]{3,4}$/.test(ticker);
}

export function fundamentalsPath(symbol: Ticker, nowSeconds: number): string {
  const query = new URLSearchParams({
    symbol,
    type: 'trailingMarketCap,trailingPeRatio,trailingDilutedEPS',
    period1: String(Math.floor(nowSeconds - WINDOW_SECONDS)),
    period2: String(Math.floor(nowSeconds)),
  });
  return `/ws/fundamentals-timeseries/v1/finance/timeseries/${encodeURIComponent(symbol)}?${query}`;
}

const entrySchema = v.pipe(
  v.object({
    asOfDate: v.pipe(v.string(), v.transform(parseIsoDate), v.number()),
    currencyCode: v.nullish(v.string(), ''),
    reportedValue: v.object({ raw: fundamentalSchema }),
  }),
  v.transform((entry): DatedFigure => {
    const { asOfDate: dateSeconds, currencyCode: currency, reportedValue } = entry;
    return { value: reportedValue.raw, currency, dateSeconds };
  }),
);

const series = v.optional(v.array(v.nullable(entrySchema)), []);

/** The newest entry of each series; `null` for a missing series. */
export const fundamentalsSchema = v.pipe(
  v.object({
    timeseries: v.object({
      result: v.nullable(
        v.array(v.object({ trailingMarketCap: series, trailingPeRatio: series, trailingDilutedEPS: series })),
      ),
    }),
  }),
  v.transform(({ timeseries }): Fundamentals => {
    const rows = timeseries.result ?? [];
    const marketCap = newest(rows.flatMap((row) => row.trailingMarketCap));
    return {
      marketCap: marketCap !== null && marketCap.value > 0 ? marketCap : null,
      trailingEps: newest(rows.flatMap((row) => row.trailingDilutedEPS)),
      trailingPe: newest(rows.flatMap((row) => row.trailingPeRatio)),
    };
  }),
);

function newest(figures: readonly (DatedFigure | null)[]): DatedFigure | null {
  return figures.reduce(
    (latest, figure) => (figure && figure.dateSeconds > (latest?.dateSeconds ?? -Infinity) ? figure : latest),
    null,
  );
}

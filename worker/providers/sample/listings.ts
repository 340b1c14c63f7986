import { parseTicker } from '#compute';
import type { Ticker } from '#compute';
import { exchangeByCode } from '../exchanges.ts';
import type { Instrument, Listing } from '../market-data.ts';
import rows from './listings.json' with { type: 'json' };

/** A simulated listing: real name and venue, and the figures that its invented prices start from. */
export interface SampleListing extends Listing {
  readonly exchangeCode: string;
  readonly country: string;
  /** The level that the simulated price reverts to over the years, in the listing's currency. */
  readonly anchorPrice: number;
  /** Long-run volatility, percent a year. */
  readonly volatilityPercent: number;
  /** Sensitivity to the common factor. */
  readonly beta: number;
  /** Yearly dividends in percent of the anchor price; 0 for none. */
  readonly dividendPercent: number;
  /** Shares, units or coins. */
  readonly outstanding: number;
  /** Price over earnings at the anchor price; `null` without earnings. */
  readonly anchorPe: number | null;
}

/** Every listing of the sample market, the best known first. */
export const SAMPLE_LISTINGS: readonly SampleListing[] = rows.map((row) => {
  const ticker = parseTicker(row.symbol);
  const exchange = exchangeByCode(row.exchangeCode);
  if (!ticker.ok || exchange === null) throw new RangeError(`sample listing ${row.symbol} is malformed`);
  const { companyName, exchangeCode, anchorPrice, volatilityPercent, beta, outstanding, anchorPe } = row;
  const { dividendPercent = 0 } = row;
  return {
    companyName,
    exchangeCode,
    anchorPrice,
    volatilityPercent,
    beta,
    dividendPercent,
    outstanding,
    anchorPe,
    symbol: ticker.value,
    instrument: row.instrument as Instrument,
    exchange: exchange.display,
    currency: exchange.currency || 'USD',
    timezone: exchange.timezone,
    calendar: exchange.calendar,
    country: exchange.country,
  };
});

const BY_SYMBOL: ReadonlyMap<string, SampleListing> = new Map(
  SAMPLE_LISTINGS.map((entry): [string, SampleListing] => [entry.symbol, entry]),
);

/** The listing of a ticker, with a share class after a dot or a hyphen (`BRK.B`); `null` if there is none. */
export function sampleListing(ticker: Ticker): SampleListing | null {
  return BY_SYMBOL.get(ticker) ?? BY_SYMBOL.get(ticker.replace(/\.(?=[A-Z]$)/, '-')) ?? null;
}

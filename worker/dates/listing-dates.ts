import { isoDate, nextDate, zonedDate } from '#compute';
import type { ListingDates } from '../contract/contract.ts';
import type { PriceSnapshot } from '../providers/market-data.ts';
import { sampleListing, sampleResults } from '../providers/sample/listings.ts';

/** A listing's next dates. `results`: the known dates of its results; `null` before the SEC lookup. */
export function listingDates(
  requestedTicker: string,
  { listing, actions, source }: PriceSnapshot,
  results: readonly string[] | null,
  nowSeconds: number,
): ListingDates {
  const today = isoDate(zonedDate(nowSeconds, listing.timezone));
  const dividends = [...new Set((actions?.dividends ?? []).map(({ date }) => date))];
  const simulated = source === 'sample' ? sampleListing(listing.symbol) : null;
  const past = simulated === null ? results : sampleResults(simulated, today);
  return {
    requested_ticker: requestedTicker,
    dividend: estimated(dividends, today),
    results:
      past === null || past.length === 0
        ? null
        : { source: simulated === null ? 'sec' : 'sample', past, next: nextResults(past, today) },
  };
}

/** Results published today count as the next ones, confirmed. */
function nextResults(past: readonly string[], today: string): ListingDates['dividend'] {
  return past.at(-1) === today
    ? { date: today, status: 'confirmed', plus_minus_days: 0, n: 0 }
    : estimated(past, today);
}

function estimated(past: readonly string[], today: string): ListingDates['dividend'] {
  const next = nextDate(past, today);
  return next && { date: next.date, status: 'estimated', plus_minus_days: next.plusMinusDays, n: next.n };
}

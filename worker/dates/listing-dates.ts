import { isoDate, nextDate, zonedDate } from '#compute';
import type { ListingDates } from '../contract/contract.ts';
import type { PriceSnapshot } from '../providers/market-data.ts';
import type { KnownResults } from './known-results.ts';

/** A listing's next dates. `results`: what is known of its results; `null` before the SEC lookup. */
export function listingDates(
  requestedTicker: string,
  { listing, actions }: PriceSnapshot,
  results: KnownResults | null,
  nowSeconds: number,
): ListingDates {
  const today = isoDate(zonedDate(nowSeconds, listing.timezone));
  const dividends = [...new Set((actions?.dividends ?? []).map(({ date }) => date))];
  const days = results?.days.map(({ date }) => date) ?? [];
  const past = days.filter((date) => date <= today);
  return {
    requested_ticker: requestedTicker,
    dividend: estimated(dividends, today),
    results: results && {
      source: results.source,
      past,
      next: confirmed(days, today) ?? estimated(past, today),
    },
  };
}

function confirmed(days: readonly string[], today: string): ListingDates['dividend'] {
  const date = days.find((day) => day >= today);
  return date === undefined ? null : { date, status: 'confirmed', plus_minus_days: 0, n: 0 };
}

function estimated(past: readonly string[], today: string): ListingDates['dividend'] {
  const next = nextDate(past, today);
  return next && { date: next.date, status: 'estimated', plus_minus_days: next.plusMinusDays, n: next.n };
}

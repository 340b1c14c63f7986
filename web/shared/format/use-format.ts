import { formatFor, type AiSignal, type Format, type QuotedListing } from '#compute';
import { useSettings } from '../user/settings.ts';

export function useFormat(): Format {
  return formatFor(useSettings());
}

/** A listing as it is read out: "AAPL, $227.50, model signal BUY", or without the signal if there is none. */
export function spokenListing(
  format: Format,
  listing: QuotedListing & { readonly current_price: number },
  signal: AiSignal | null,
): string {
  return `${listing.ticker}, ${format.price(listing.current_price, listing)}${signal === null ? '' : `, model signal ${signal}`}`;
}

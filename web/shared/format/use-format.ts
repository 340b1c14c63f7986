import { formatFor, type AiSignal, type Estimate, type Format, type QuotedListing } from '#compute';
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

/** A measured figure and its 95 % interval: "81%" with the note "78% to 84%". */
export function estimateText(write: (value: number) => string, { value, low, high }: Estimate) {
  return { text: write(value), note: `${write(low)} to ${write(high)}` };
}

/** Writes how much smaller one error was than another, as a share of it: 0.02 → "+2.00%". */
export function improvementWriter(format: Format): (share: number) => string {
  return (share) => format.percent(share * 100, { signed: true });
}

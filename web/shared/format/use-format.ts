import { formatFor, type AiSignal, type Format } from '#compute';
import { useSettings } from '../user/settings-provider.tsx';

/** Formatters for the user's region and clock. Re-renders when that choice changes. */
export function useFormat(): Format {
  return formatFor(useSettings());
}

/** A listing as it is read out: "AAPL, $227.50, model signal BUY", or without the signal if there is none. */
export function spokenListing(
  format: Format,
  ticker: string,
  { price, currency, signal }: { price: number; currency: string; signal: AiSignal | null },
): string {
  return `${ticker}, ${format.price(price, currency)}${signal === null ? '' : `, model signal ${signal}`}`;
}

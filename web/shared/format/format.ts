import type { AiSignal, Format } from '#compute';

export { formatDays, formatFor, SOURCE_NAME, stampedSource, type Format } from '#compute';

/** A listing as it is read out: "AAPL, $227.50, model signal BUY"; without a signal where there is none. */
export function spokenListing(
  format: Format,
  ticker: string,
  { price, currency, signal }: { price: number; currency: string; signal: AiSignal | null },
): string {
  return `${ticker}, ${format.price(price, currency)}${signal === null ? '' : `, model signal ${signal}`}`;
}

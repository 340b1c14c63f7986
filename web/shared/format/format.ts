import type { AiSignal, Format } from '#compute';
import type { DataSource } from '#worker/contract';

export { formatDays, formatFor, type Format } from '#compute';

/** What people call the sources of the data. */
export const SOURCE_NAME: Readonly<Record<DataSource, string>> = {
  yahoo: 'Yahoo',
  twelvedata: 'Twelve Data',
  finnhub: 'Finnhub',
  sample: 'Sample market',
};

/** A source as it is stamped on a file: simulated prices are called so. */
export function stampedSource(source: DataSource): string {
  return source === 'sample' ? 'Sample market: simulated prices' : SOURCE_NAME[source];
}

/** A listing as it is read out: "AAPL, $227.50, model signal BUY"; without a signal where there is none. */
export function spokenListing(
  format: Format,
  ticker: string,
  { price, currency, signal }: { price: number; currency: string; signal: AiSignal | null },
): string {
  return `${ticker}, ${format.price(price, currency)}${signal === null ? '' : `, model signal ${signal}`}`;
}

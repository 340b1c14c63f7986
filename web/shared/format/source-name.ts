import type { DataSource } from '#worker/contract';

/** What people call the sources of the data. */
export const SOURCE_NAME: Readonly<Record<DataSource, string>> = {
  yahoo: 'Yahoo',
  twelvedata: 'Twelve Data',
  finnhub: 'Finnhub',
  sample: 'Sample market',
};

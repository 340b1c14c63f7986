/** What a chart or a table gives to be written to a file. */
import { stampedSource, type Quoted } from '#compute';
import type { Provenance as Stamp } from '#worker/contract';

/** Prices of a listing stand in one cell, separated by spaces. */
export type CsvCell = string | number | null | Readonly<{ prices: readonly number[]; quoted: Quoted }>;

/** Where exported numbers come from; stamped on every file. */
export interface Provenance {
  /** The subject, such as a ticker; also the start of the file name. */
  readonly subject: string;
  /** Source, exchange time and delay in words; states if prices are simulated. */
  readonly source: string;
  /** ISO instant of the data. */
  readonly asOf: string;
}

/** The provenance of several listings in one file: each source once, as of the oldest data. */
export function jointProvenance(
  subject: string,
  listings: readonly Pick<Stamp, 'source' | 'as_of'>[],
): Provenance {
  return {
    subject,
    source: [...new Set(listings.map(({ source }) => stampedSource(source)))].join(', '),
    asOf: listings.map(({ as_of: asOf }) => asOf).toSorted()[0] ?? '',
  };
}

export type ExportRows = readonly (readonly CsvCell[])[];

/** A chart or table to export. Read when the button is pressed. */
export interface Exportable {
  readonly title: string;
  /** `estimate` if it contains the model's output, `prices` if only past prices. */
  readonly kind: 'estimate' | 'prices';
  /** The listing whose decimals the numbers have, at least two; absent if they are exact. */
  readonly quoted?: Quoted;
  readonly rows: () => ExportRows;
}

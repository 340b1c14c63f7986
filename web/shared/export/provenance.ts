import type { Provenance as WireProvenance } from '#worker/contract';
import { createContext, use } from 'react';
import { stampedSource } from '../format/words.ts';

/** Where exported numbers come from; stamped on every file. */
export interface Provenance {
  /** What they are about, such as a ticker; also the beginning of the file's name. */
  readonly subject: string;
  /** In words: source, exchange time, delay. Says so when prices are simulated. */
  readonly source: string;
  /** ISO instant of the data. */
  readonly asOf: string;
}

const ProvenanceContext = createContext<Provenance | null>(null);

/** Gives every chart and table below it a provenance, and with it the buttons to export. */
export const ProvenanceProvider = ProvenanceContext;

/** The provenance of what is shown here; `null` where nothing may be exported. */
export function useProvenance(): Provenance | null {
  return use(ProvenanceContext);
}

/** Of several listings in one file: every source once, as of the listing that is furthest behind. */
export function jointProvenance(
  subject: string,
  listings: readonly Pick<WireProvenance, 'source' | 'as_of'>[],
): Provenance {
  return {
    subject,
    source: [...new Set(listings.map(({ source }) => stampedSource(source)))].join(', '),
    asOf: listings.map(({ as_of: asOf }) => asOf).toSorted()[0] ?? '',
  };
}

/** Where the numbers of a page come from. Apart from the buttons, which a page may load later. */
import { stampedSource } from '#compute';
import type { Provenance as WireProvenance } from '#worker/contract';
import { createContext } from 'react';
import type { Provenance } from './export-files.ts';

/** Gives every chart and table below it a provenance, and with it the buttons to export; `null` where nothing may be. */
export const ProvenanceProvider = createContext<Provenance | null>(null);

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

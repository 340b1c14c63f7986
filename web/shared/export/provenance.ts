import { stampedSource } from '#compute';
import type { Provenance as WireProvenance } from '#worker/contract';
import type { Provenance } from '../format/exportable.ts';

/** The provenance of several listings in one file: each source once, as of the oldest data. */
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

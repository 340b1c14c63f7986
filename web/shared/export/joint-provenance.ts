import type { Provenance as WireProvenance } from '#worker/contract';
import { stampedSource } from '../format/source-name.ts';
import type { Provenance } from './provenance.ts';

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

import { createContext, use } from 'react';

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

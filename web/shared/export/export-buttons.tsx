import { Download } from 'lucide-react';
import { createContext, use, useState, type RefObject } from 'react';
import styles from './export-buttons.module.css';
import type { Provenance as WireProvenance } from '#worker/contract';
import { stampedSource } from '../format/words.ts';
import type { Exportable, Provenance } from './export-content.ts';

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

const loadFiles = () => import('./export-files.ts');

const FAILED = 'The file could not be made.';

interface ExportButtonsProps {
  readonly exportable: Exportable;
  /** An element around the canvas of a chart, which can then be exported as PNG too. */
  readonly chart?: RefObject<Element | null>;
}

/** Exports a table as CSV, a chart as CSV or PNG. Shows nothing where the provenance is not known. */
export function ExportButtons({ exportable, chart }: ExportButtonsProps) {
  const provenance = useProvenance();
  const [failure, setFailure] = useState('');
  if (provenance === null) return null;
  const request = () => ({ exportable, provenance, nowMs: Date.now() });

  async function csv() {
    await (await loadFiles()).exportCsv(request());
  }

  async function png() {
    const canvas = chart?.current?.querySelector('canvas');
    if (canvas) await (await loadFiles()).exportPng(canvas, request());
  }

  async function run(make: () => Promise<void>) {
    setFailure('');
    try {
      await make();
    } catch (cause) {
      // oxlint-disable-next-line no-console -- the cause is for developers
      console.error(FAILED, cause);
      setFailure(FAILED);
    }
  }

  return (
    <fieldset aria-label={`${exportable.title}: export`} className={styles.buttons}>
      <Download size={14} strokeWidth={1.75} aria-hidden />
      <button type="button" onClick={() => void run(csv)}>
        CSV
      </button>
      {chart && (
        <button type="button" onClick={() => void run(png)}>
          PNG
        </button>
      )}
      <span aria-live="polite" className={styles.failure}>
        {failure}
      </span>
    </fieldset>
  );
}

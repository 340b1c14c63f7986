import { Download } from 'lucide-react';
import { useState, type RefObject } from 'react';
import type { Exportable } from './export-content.ts';
import type { ExportRequest } from './export-files.ts';
import styles from './export-buttons.module.css';
import { useProvenance, type Provenance } from './provenance.ts';

const FORMATS = ['csv', 'png'] as const;

const FAILED = 'The file could not be made.';

interface ExportButtonsProps {
  readonly exportable: Exportable;
  /** What a PNG shows: a drawing, what holds a canvas, or a table or list as it stands. */
  readonly picture: RefObject<Element | null>;
}

/** Takes a chart or table away as CSV or PNG. Nothing where its provenance is not known. */
export function ExportButtons({ exportable, picture }: ExportButtonsProps) {
  const provenance = useProvenance();
  const [failure, setFailure] = useState('');
  if (provenance === null) return null;

  async function make(format: ExportRequest['format'], source: Provenance, nowMs: number) {
    const drawn = picture.current;
    if (drawn === null) return;
    setFailure('');
    try {
      const { exportFile } = await import('./export-files.ts');
      await exportFile({ format, exportable, picture: drawn, provenance: source, nowMs });
    } catch (cause) {
      // oxlint-disable-next-line no-console -- the cause is for whoever mends it
      console.error(FAILED, cause);
      setFailure(FAILED);
    }
  }

  return (
    <fieldset aria-label={`${exportable.title}: export`} className={styles.buttons}>
      <Download size={14} strokeWidth={1.75} aria-hidden />
      {FORMATS.map((format) => (
        <button key={format} type="button" onClick={() => void make(format, provenance, Date.now())}>
          {format.toUpperCase()}
        </button>
      ))}
      <span aria-live="polite" className={styles.failure}>
        {failure}
      </span>
    </fieldset>
  );
}

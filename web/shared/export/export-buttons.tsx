import { FileText, Image } from 'lucide-react';
import { useState, type RefObject } from 'react';
import type { Exportable } from './export-content.ts';
import type { ExportRequest } from './export-files.ts';
import styles from './export-buttons.module.css';
import { useProvenance } from './provenance.ts';

const FORMATS = [
  { format: 'csv', name: 'CSV', icon: FileText },
  { format: 'png', name: 'PNG', icon: Image },
] as const;

const FAILED = 'The file could not be made.';

interface ExportButtonsProps {
  readonly exportable: Exportable;
  /** The drawing, or what holds its canvas; without one a PNG shows the rows. */
  readonly picture?: RefObject<Element | null>;
}

/** Takes a chart or table away as CSV or PNG. Nothing where its provenance is not known. */
export function ExportButtons({ exportable, picture }: ExportButtonsProps) {
  const provenance = useProvenance();
  const [failure, setFailure] = useState('');
  if (provenance === null) return null;

  async function make(request: ExportRequest) {
    setFailure('');
    try {
      const { exportFile } = await import('./export-files.ts');
      await exportFile(request);
    } catch (cause) {
      // oxlint-disable-next-line no-console -- the cause is for whoever mends it
      console.error(FAILED, cause);
      setFailure(FAILED);
    }
  }

  return (
    <fieldset aria-label={`${exportable.title}: export`} className={styles.buttons}>
      {FORMATS.map(({ format, name, icon: Icon }) => (
        <button
          key={format}
          type="button"
          title={`Download ${name}`}
          onClick={() =>
            void make({
              format,
              exportable,
              picture: picture?.current ?? null,
              provenance,
              nowMs: Date.now(),
            })
          }
        >
          <Icon size={14} strokeWidth={1.75} aria-hidden />
          {name}
        </button>
      ))}
      <span aria-live="polite" className={styles.failure}>
        {failure}
      </span>
    </fieldset>
  );
}

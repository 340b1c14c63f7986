import { FileText, Image } from 'lucide-react';
import type { RefObject } from 'react';
import type { Exportable } from './export-content.ts';
import styles from './export-buttons.module.css';
import { useProvenance } from './provenance.ts';

const FORMATS = [
  { format: 'csv', name: 'CSV', icon: FileText },
  { format: 'png', name: 'PNG', icon: Image },
] as const;

interface ExportButtonsProps {
  readonly exportable: Exportable;
  /** The drawing, or what holds its canvas; without one a PNG shows the rows. */
  readonly picture?: RefObject<Element | null>;
}

/** Takes a chart or table away as CSV or PNG. Nothing where its provenance is not known. */
export function ExportButtons({ exportable, picture }: ExportButtonsProps) {
  const provenance = useProvenance();
  if (provenance === null) return null;
  return (
    <fieldset aria-label={`${exportable.title}: export`} className={styles.buttons}>
      {FORMATS.map(({ format, name, icon: Icon }) => (
        <button
          key={format}
          type="button"
          title={`Download ${name}`}
          onClick={() =>
            void import('./export-files.ts').then(({ exportFile }) =>
              exportFile({
                format,
                exportable,
                picture: picture?.current ?? null,
                provenance,
                nowMs: Date.now(),
              }),
            )
          }
        >
          <Icon size={14} strokeWidth={1.75} aria-hidden />
          {name}
        </button>
      ))}
    </fieldset>
  );
}

import type { Format } from '#compute';
import { Download } from 'lucide-react';
import { useState, type RefObject } from 'react';
import styles from './export-buttons.module.css';
import { ActionMenu } from '../ui/action-menu.tsx';
import { IconButton } from '../ui/button.tsx';
import type { ExportableChart } from '../charts/chart-figure.tsx';
import type { Exportable, Provenance } from '../format/exportable.ts';
import type * as Files from './export-files.ts';
import { useFormat } from '../format/use-format.ts';

const FAILED = 'Couldn’t create the file. Try again.';

interface ExportButtonProps {
  readonly provenance: Provenance | null;
  readonly exportable: Exportable;
}

export function ExportButton({ exportable, provenance }: ExportButtonProps) {
  const { write, failure } = useFiles();
  if (provenance === null) return null;
  return (
    <span className={styles.export}>
      <IconButton
        label={`Export ${exportable.title} as CSV`}
        title="Export as CSV"
        onClick={() => write((files, format) => files.exportCsv(exportable, provenance, format))}
        icon={Download}
      />
      {failure}
    </span>
  );
}

interface ExportMenuProps extends Pick<ExportButtonProps, 'provenance'> {
  readonly title: string;
  readonly chart: RefObject<ExportableChart | null>;
}

export function ExportMenu({ title, chart, provenance }: ExportMenuProps) {
  const { write, failure } = useFiles();
  if (provenance === null) return null;
  const exportAs = (type: 'csv' | 'png') =>
    write((files, format) => {
      if (chart.current === null) return undefined;
      if (type === 'png') return files.exportPng(chart.current, provenance);
      return files.exportCsv(files.exportableOf(chart.current), provenance, format);
    });
  return (
    <span className={styles.export}>
      <ActionMenu
        label={`Export ${title}`}
        title="Export"
        icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
        actions={[
          { name: 'CSV', press: () => exportAs('csv') },
          { name: 'PNG', press: () => exportAs('png') },
        ]}
      />
      {failure}
    </span>
  );
}

function useFiles() {
  const format = useFormat();
  const [text, setText] = useState('');

  async function run(write: (files: typeof Files, format: Format) => void | Promise<void>) {
    setText('');
    try {
      await write(await import('./export-files.ts'), format);
    } catch (cause) {
      // oxlint-disable-next-line no-console -- developers need the cause
      console.error(FAILED, cause);
      setText(FAILED);
    }
  }

  const failure = (
    <span aria-live="polite" className={styles.failure}>
      {text}
    </span>
  );
  return { write: (write: Parameters<typeof run>[0]) => void run(write), failure };
}

import { Download } from 'lucide-react';
import { useState, type RefObject } from 'react';
import styles from './export-buttons.module.css';
import { ActionMenu } from '../ui/action-menu.tsx';
import { IconButton } from '../ui/button.tsx';
import type { Exportable, ExportableChart, Provenance } from './export-files.ts';
import type * as Files from './export-files.ts';
import { useFormat } from '../format/use-format.ts';

const FAILED = 'Couldn’t create the file. Try again.';

interface ExportProps {
  /** Of every number in the file; without it there is no button. */
  readonly provenance: Provenance | null;
}

interface ExportButtonProps extends ExportProps {
  readonly exportable: Exportable;
}

/** A button that exports a table as CSV. */
export function ExportButton({ exportable, provenance }: ExportButtonProps) {
  const files = useFiles(provenance);
  if (files === null) return null;
  return (
    <span className={styles.export}>
      <IconButton
        label={`Export ${exportable.title} as CSV`}
        title="Export as CSV"
        className={styles.button}
        onClick={() => files.csv(exportable)}
        icon={Download}
      />
      <Failure text={files.failure} />
    </span>
  );
}

interface ExportMenuProps extends ExportProps {
  readonly title: string;
  readonly chart: RefObject<ExportableChart | null>;
}

/** A menu that exports a chart as CSV or PNG. */
export function ExportMenu({ title, chart, provenance }: ExportMenuProps) {
  const files = useFiles(provenance);
  if (files === null) return null;
  const actions = [
    { name: 'CSV', press: () => chart.current && files.csv(chart.current.exportable()) },
    { name: 'PNG', press: () => chart.current && files.png(chart.current) },
  ];
  return (
    <span className={styles.export}>
      <ActionMenu
        label={`Export ${title}`}
        title="Export"
        icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
        className={styles.button}
        actions={actions}
      />
      <Failure text={files.failure} />
    </span>
  );
}

function useFiles(provenance: Provenance | null) {
  const format = useFormat();
  const [failure, setFailure] = useState('');
  if (provenance === null) return null;

  async function run(write: (files: typeof Files) => void | Promise<void>) {
    setFailure('');
    try {
      await write(await import('./export-files.ts'));
    } catch (cause) {
      // oxlint-disable-next-line no-console -- developers need the cause
      console.error(FAILED, cause);
      setFailure(FAILED);
    }
  }

  return {
    failure,
    csv: (exportable: Exportable) => void run((files) => files.exportCsv(exportable, provenance, format)),
    png: (chart: ExportableChart) => void run((files) => files.exportPng(chart, provenance)),
  };
}

function Failure({ text }: { text: string }) {
  return (
    <span aria-live="polite" className={styles.failure}>
      {text}
    </span>
  );
}

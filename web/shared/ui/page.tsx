import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { DataTable } from './data-table.tsx';
import styles from './page.module.css';

interface WorkPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function WorkPage({ title, lead, action, children }: WorkPageProps) {
  return (
    <div className={styles.work}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

/**
 * How MDX pages show Markdown: links open in the app. The compiler imports it (`vite.prose.ts`).
 *
 * @public
 */
export const useMDXComponents = () => ({ a: Link });

export function ProsePage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className={styles.prose}>
      <header>
        <h1>{title}</h1>
        <p className={styles.proseLead}>{lead}</p>
      </header>
      {children}
    </article>
  );
}

export function ProseSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

type ProseTableProps = { caption: string; headers: readonly string[]; rows: readonly (readonly string[])[] };

export function ProseTable({ caption, headers, rows }: ProseTableProps) {
  return (
    <DataTable
      label={caption}
      caption={caption}
      className={styles.table}
      headers={headers}
      rows={rows.map((cells) => ({ id: cells[0] ?? '', cells }))}
    />
  );
}

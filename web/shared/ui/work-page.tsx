import type { ReactNode, RefObject } from 'react';
import styles from './work-page.module.css';

interface WorkPageProps {
  readonly title: string;
  readonly lead: string;
  /** The page's first control, beside its title. */
  readonly action: ReactNode;
  /** Gets the focus of a control that goes. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly children: ReactNode;
}

/** A page to work with: a heading, a line on what it is, and cards one below the other. */
export function WorkPage({ title, lead, action, heading, children }: WorkPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

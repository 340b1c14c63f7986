import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

export type CardProps = {
  title: ReactNode;
  /** Id of the heading, where something else has to point at it. */
  titleId?: string;
  subtitle?: ReactNode;
  /** Controls at the right end of the head; on a phone below the title where they have no room beside it. */
  actions?: ReactNode;
  /** A small control at the end of the title's own line. */
  menu?: ReactNode;
  footer?: ReactNode;
  /** No padding around the body: for charts and tables that run to the edge. */
  flush?: boolean;
  children: ReactNode;
  className?: string;
};

/** A section of a page, named by its own heading. */
export function Card({
  title,
  titleId,
  subtitle,
  actions,
  menu,
  footer,
  flush,
  children,
  className,
}: CardProps) {
  const ownId = useId();
  const headingId = titleId ?? ownId;
  return (
    <section aria-labelledby={headingId} className={classNames(styles.card, className)}>
      <div className={styles.head}>
        <div className={styles.titles}>
          <h2 id={headingId} className={styles.title}>
            {title}
          </h2>
          {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        {menu}
      </div>
      <div className={classNames(styles.body, flush && styles.flush)}>{children}</div>
      {footer !== undefined && footer !== false && <div className={styles.footer}>{footer}</div>}
    </section>
  );
}

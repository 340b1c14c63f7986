import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** In place of a page's content: why there is none, and what can be done about it. */
export function EmptyState({
  title,
  icon,
  children,
  action,
}: {
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {icon}
      <h2>{title}</h2>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}

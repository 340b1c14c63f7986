import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { classNames } from './button.tsx';

type BannerProps = {
  tone: 'error' | 'info' | 'success';
  title?: ReactNode;
  children: ReactNode;
  /** Controls beside the message. Not announced, so that a countdown on a button is not read aloud. */
  action?: ReactNode;
};

export function Banner({ tone, title, children, action }: BannerProps) {
  return (
    <div className={classNames(styles.banner, styles[tone])}>
      <div role={tone === 'error' ? 'alert' : 'status'} className={styles.text}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  );
}

type EmptyStateProps = {
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon}
      <h2>{title}</h2>
      {children !== undefined && <p className={styles.emptyText}>{children}</p>}
      {action}
    </div>
  );
}

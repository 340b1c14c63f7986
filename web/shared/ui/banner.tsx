import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { classNames } from './class-names.ts';

export type BannerProps = {
  tone: 'error' | 'info' | 'success';
  title?: ReactNode;
  children: ReactNode;
  /** Controls beside the message. Not part of what is announced, so that a countdown on a button is not read aloud. */
  action?: ReactNode;
};

/** A message above the content it concerns. Errors interrupt a screen reader, the rest waits its turn. */
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

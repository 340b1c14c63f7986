import type { ReactNode } from 'react';
import { Announcement } from '../../shared/ui/announcement.tsx';
import { Skeleton, Spinner } from '../../shared/ui/loading.tsx';
import styles from './loading-skeleton.module.css';

const LOADING = [{ of: 'loading', text: 'Loading stock data' }];

/** The first row of the report while its code is on the way: two cards of final size. */
export function ReportSkeleton({ children }: { children?: ReactNode }) {
  return (
    <>
      <div className={styles.sections} />
      <div className={styles.cards}>
        <div className={styles.card}>
          <Skeleton width={220} height={16} />
          <div className={styles.middle}>{children}</div>
        </div>
        <div className={styles.card}>
          <Skeleton width={140} height={16} />
          {['first', 'second', 'third', 'fourth', 'fifth'].map((row) => (
            <Skeleton key={row} height={20} />
          ))}
        </div>
      </div>
    </>
  );
}

/** The page before its first data: cards of final size, so that nothing moves when the data comes. */
export function LoadingSkeleton() {
  return (
    <div className={styles.page}>
      <Announcement news={LOADING} />
      <div className={styles.header}>
        <Skeleton width={200} height={28} />
        <Skeleton width="min(420px, 80%)" height={14} />
      </div>
      <div className={styles.tiles}>
        {['price', 'predicted', 'change', 'volume'].map((tile) => (
          <div key={tile} className={styles.tile}>
            <Skeleton width={90} height={14} />
            <Skeleton width={120} height={22} />
          </div>
        ))}
      </div>
      <ReportSkeleton>
        <Spinner label="Loading stock data..." />
      </ReportSkeleton>
    </div>
  );
}

/** Says over the old numbers that others are on the way; `null` says nothing. A live region elsewhere says it aloud. */
export function LoadingNote({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <div className={styles.note} aria-hidden="true">
      <Spinner label={text} />
    </div>
  );
}

/** The sentiment card while its answer is on the way, at its final size. */
export function SentimentSkeleton() {
  return (
    <div className={`${styles.card} ${styles.sentiment}`}>
      <Skeleton width={140} height={16} />
      <Skeleton height={120} />
    </div>
  );
}

/** The news card while its answer is on the way. */
export function NewsSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton width={100} height={16} />
      {['first', 'second', 'third', 'fourth', 'fifth'].map((article) => (
        <Skeleton key={article} height={64} />
      ))}
    </div>
  );
}

import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { LoadFailure } from '../api/client.ts';
import styles from './banner.module.css';
import { Button, classNames } from './button.tsx';
import { useFocusToHeading } from './focus.ts';

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

interface RetryBannerProps {
  readonly failure: LoadFailure;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** An error, with a retry button if a retry may help. The button stays during the retry; automatic retries are not announced. */
export function RetryBanner({ failure, isRetrying, onRetry }: RetryBannerProps) {
  const banner = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  useFocusToHeading(banner);
  useEffect(() => (isRetrying ? () => setAsked(false) : undefined), [isRetrying]);
  return (
    <div ref={banner}>
      <Banner
        tone="error"
        title="Error"
        action={
          failure.remedy.kind === 'retry' && (
            <Button
              aria-busy={isRetrying}
              onClick={() => {
                setAsked(true);
                onRetry();
              }}
            >
              Try again
            </Button>
          )
        }
      >
        {isRetrying && isAsked ? 'Trying again…' : failure.message}
      </Banner>
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

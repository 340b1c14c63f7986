import { parseTicker } from '#compute';
import { useEffect, useState } from 'react';
import type { LoadFailure } from '../api/client.ts';
import { useFormat } from '../format/use-format.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { focusHeadingOnRemoval } from '../ui/focus-heading.ts';
import { useNow } from '../ui/use-now.ts';
import styles from './load-banner.module.css';
import { quotable } from './ticker-text.tsx';

interface LoadBannerProps {
  readonly failure: LoadFailure;
  readonly isRetrying?: boolean;
  readonly onRetry: () => void;
  /** The entered ticker or text, and the ticker whose numbers are on screen; for a page of one listing. */
  readonly listing?: { readonly requested: string; readonly shown: string | null };
  readonly onChoose?: (ticker: string) => void;
}

/** A failed load, with what may help. A retry button stays during the retry; automatic retries are not announced. */
export function LoadBanner({ failure, isRetrying = false, onRetry, listing, onChoose }: LoadBannerProps) {
  const [isAsked, setAsked] = useState(false);
  const format = useFormat();
  const nowMs = useNow(1000);
  useEffect(() => (isRetrying ? () => setAsked(false) : undefined), [isRetrying]);
  const { remedy, message } = failure;
  const { items = [], rename } = remedy.kind === 'similar' ? remedy : {};
  const text = listing === undefined ? null : shownText(listing.requested, listing.shown);
  const notBeforeMs = remedy.kind === 'retry' ? remedy.notBeforeMs : null;
  const waitSeconds = notBeforeMs === null ? 0 : Math.ceil((notBeforeMs - nowMs) / 1000);
  return (
    <div ref={focusHeadingOnRemoval}>
      <Banner
        tone="error"
        title="Error"
        action={
          <>
            {remedy.kind === 'retry' && (
              <Button
                aria-busy={isRetrying}
                disabled={waitSeconds > 0}
                onClick={() => {
                  setAsked(true);
                  onRetry();
                }}
              >
                Try again{waitSeconds > 0 && ` in ${waitSeconds} s`}
              </Button>
            )}
            {items.length > 0 && (
              <ul className={styles.similar} aria-label="Similar listings">
                {items.map(({ symbol, name }) => (
                  <li key={symbol}>
                    <Button size="sm" onClick={() => onChoose?.(symbol)}>
                      <strong>{symbol}</strong> <span className={styles.name}>{name}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </>
        }
      >
        <p>{isRetrying && isAsked ? 'Trying again…' : message}</p>
        {rename && <p>{`${rename.from} is ${rename.to} since ${format.isoDate(rename.date)}.`}</p>}
        {text !== null && <p className={styles.shown}>{text}</p>}
      </Banner>
    </div>
  );
}

/** A ticker as it is; any other text quoted and cut. */
export function tickerOrQuote(text: string): string {
  return parseTicker(text).ok ? text : `“${quotable(text)}”`;
}

function shownText(requested: string, shown: string | null): string | null {
  if (shown === requested) return 'The numbers below are from earlier.';
  const missing = `Couldn’t show ${tickerOrQuote(requested)}.`;
  if (shown !== null) return `${missing} The numbers below are for ${shown}.`;
  // The server’s message names a ticker, but no other text.
  return parseTicker(requested).ok ? null : missing;
}

import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { LoadFailure, Remedy } from '../../shared/api/load-failure.ts';
import styles from './load-banner.module.css';
import { useNow } from '../../shared/ui/browser-state.ts';

const COUNTDOWN_MS = 1000;

interface LoadBannerProps {
  readonly failure: LoadFailure;
  /** The ticker that could not be loaded. */
  readonly asked: string;
  /** The ticker of the listing that is on screen instead; `null` where there is none. */
  readonly shown: string | null;
  readonly onRetry: () => void;
  readonly onChoose: (ticker: string) => void;
}

/** A load that failed: why, what is on screen instead, and what can be done about it. */
export function LoadBanner({ failure, asked, shown, onRetry, onChoose }: LoadBannerProps) {
  return (
    <Banner
      tone="error"
      title="Error"
      action={<RemedyControls remedy={failure.remedy} onRetry={onRetry} onChoose={onChoose} />}
    >
      <p>{failure.message}</p>
      {shown !== null && (
        <p className={styles.shown}>
          {shown === asked
            ? `The numbers below are older.`
            : `${asked} is not shown. The numbers below are ${shown}’s.`}
        </p>
      )}
    </Banner>
  );
}

function RemedyControls({
  remedy,
  onRetry,
  onChoose,
}: Pick<LoadBannerProps, 'onRetry' | 'onChoose'> & { remedy: Remedy }) {
  switch (remedy.kind) {
    case 'retry':
      return <RetryButton notBeforeMs={remedy.notBeforeMs} onRetry={onRetry} />;
    case 'similar':
      if (remedy.items === null || remedy.items.length === 0) return null;
      return (
        <ul className={styles.similar} aria-label="Similar listings">
          {remedy.items.map(({ symbol, name }) => (
            <li key={symbol}>
              <Button size="sm" onClick={() => onChoose(symbol)}>
                <strong>{symbol}</strong> <span className={styles.name}>{name}</span>
              </Button>
            </li>
          ))}
        </ul>
      );
    case 'none':
      return null;
  }
}

/** Counts down to the time before which the server wants no further request. */
function RetryButton({ notBeforeMs, onRetry }: { notBeforeMs: number | null; onRetry: () => void }) {
  const nowMs = useNow(COUNTDOWN_MS);
  const waitSeconds = notBeforeMs === null ? 0 : Math.ceil((notBeforeMs - nowMs) / 1000);
  return (
    <Button disabled={waitSeconds > 0} onClick={onRetry}>
      Try again{waitSeconds > 0 && ` in ${waitSeconds} s`}
    </Button>
  );
}

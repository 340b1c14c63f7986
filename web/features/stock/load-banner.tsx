import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { LoadFailure, Remedy } from './load-failure.ts';
import styles from './load-banner.module.css';
import { useNow } from '../../shared/ui/use-now.ts';

const COUNTDOWN_MS = 1000;

interface LoadBannerProps {
  readonly failure: LoadFailure;
  readonly onRetry: () => void;
  readonly onChoose: (ticker: string) => void;
}

/** A load that failed: the spec's banner titled Error, and what can be done about it. */
export function LoadBanner({ failure, onRetry, onChoose }: LoadBannerProps) {
  return (
    <Banner
      tone="error"
      title="Error"
      action={<RemedyControls remedy={failure.remedy} onRetry={onRetry} onChoose={onChoose} />}
    >
      {failure.message}
    </Banner>
  );
}

function RemedyControls({
  remedy,
  onRetry,
  onChoose,
}: Omit<LoadBannerProps, 'failure'> & { remedy: Remedy }) {
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

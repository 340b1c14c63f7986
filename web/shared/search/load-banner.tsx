import { parseTicker } from '#compute';
import type { LoadFailure, Rename } from '../api/client.ts';
import { useFormat } from '../format/use-format.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useNow } from '../ui/use-now.ts';
import styles from './load-banner.module.css';
import { quotable } from './ticker-text.tsx';

interface LoadBannerProps {
  readonly failure: LoadFailure;
  readonly requested: string;
  readonly shown: string | null;
  readonly onRetry: () => void;
  readonly onChoose: (ticker: string) => void;
}

export function LoadBanner({ failure, requested, shown, onRetry, onChoose }: LoadBannerProps) {
  const text = shownText(requested, shown);
  return (
    <Banner
      tone="error"
      title="Error"
      action={<Remedies failure={failure} onRetry={onRetry} onChoose={onChoose} />}
    >
      <p>{failure.message}</p>
      {failure.remedy.kind === 'similar' && <RenameText rename={failure.remedy.rename} />}
      {text !== null && <p className={styles.shown}>{text}</p>}
    </Banner>
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

function RenameText({ rename }: { rename: Rename | undefined }) {
  const format = useFormat();
  if (rename === undefined) return null;
  return <p>{`${rename.from} is ${rename.to} since ${format.isoDate(rename.date)}.`}</p>;
}

function Remedies({ failure: { remedy }, onRetry, onChoose }: Omit<LoadBannerProps, 'requested' | 'shown'>) {
  if (remedy.kind === 'retry') return <RetryButton notBeforeMs={remedy.notBeforeMs} onRetry={onRetry} />;
  if (remedy.kind !== 'similar' || remedy.items.length === 0) return null;
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
}

function RetryButton({ notBeforeMs, onRetry }: { notBeforeMs: number | null; onRetry: () => void }) {
  const nowMs = useNow(1000);
  const waitSeconds = notBeforeMs === null ? 0 : Math.ceil((notBeforeMs - nowMs) / 1000);
  return (
    <Button disabled={waitSeconds > 0} onClick={onRetry}>
      Try again{waitSeconds > 0 && ` in ${waitSeconds} s`}
    </Button>
  );
}

import { type AiSignal, deltaTone, SIGNAL_TONE } from '#compute';
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './button.tsx';

type BadgeTone = 'gain' | 'loss' | 'neutral' | 'accent';

/** A word on a tinted background. The word carries the meaning; the tone repeats it. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone], tone)}>{children}</span>;
}

export function SignalBadge({ signal }: { signal: AiSignal | null }) {
  return <Badge tone={signal === null ? 'neutral' : SIGNAL_TONE[signal]}>{signal ?? 'N/A'}</Badge>;
}

/** A change. `text` includes the sign; glyph and colour repeat it. */
export function Delta({ value, text }: { value: number; text: string }) {
  const tone = deltaTone(value, text);
  return (
    <span className={classNames(styles.delta, tone)}>
      {tone !== 'neutral' && (
        <span aria-hidden="true" className={styles.glyph}>
          {tone === 'gain' ? '▲' : '▼'}
        </span>
      )}
      {text}
    </span>
  );
}

/** A small number beside a control, whose name has to say it too. */
export function CountBadge({ count }: { count: number }) {
  return (
    <span className={styles.count} aria-hidden="true">
      {count}
    </span>
  );
}

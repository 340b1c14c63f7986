import styles from './badge.module.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { AiSignal } from '#compute';

export type BadgeTone = 'gain' | 'loss' | 'neutral' | 'accent';

/** A short word on a tinted background. The word carries the meaning, the tone repeats it. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}

const SIGNAL_TONE: Readonly<Record<AiSignal, BadgeTone>> = {
  'STRONG BUY': 'gain',
  BUY: 'gain',
  HOLD: 'neutral',
  SELL: 'loss',
  'STRONG SELL': 'loss',
};

/** The model signal; `null` where the history is too short for one. */
export function SignalBadge({ signal }: { signal: AiSignal | null }) {
  return <Badge tone={signal === null ? 'neutral' : SIGNAL_TONE[signal]}>{signal ?? 'N/A'}</Badge>;
}

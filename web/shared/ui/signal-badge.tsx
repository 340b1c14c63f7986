import type { AiSignal } from '#compute';
import { Badge, type BadgeTone } from './badge.tsx';

/** Spec section 4: green for BUY and STRONG BUY, red for SELL and STRONG SELL, grey otherwise. */
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

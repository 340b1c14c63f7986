export const AI_SIGNALS = ['STRONG SELL', 'SELL', 'HOLD', 'BUY', 'STRONG BUY'] as const;

export type AiSignal = (typeof AI_SIGNALS)[number];

export const SIGNAL_TONE: Readonly<Record<AiSignal, 'gain' | 'neutral' | 'loss'>> = {
  'STRONG BUY': 'gain',
  BUY: 'gain',
  HOLD: 'neutral',
  SELL: 'loss',
  'STRONG SELL': 'loss',
};

/** Cut-offs of the score, Candor's choice. At or beyond them: STRONG; BUY or SELL. */
export const STRONG_SIGNAL_SCORE = 0.6;
export const SIGNAL_SCORE = 0.2;

/** Five levels from a score of −1…1: ≥ 0.6 STRONG BUY, ≥ 0.2 BUY, > −0.2 HOLD, > −0.6 SELL, otherwise STRONG SELL. */
export function signalLevel(score: number): AiSignal {
  if (score >= STRONG_SIGNAL_SCORE) return 'STRONG BUY';
  if (score >= SIGNAL_SCORE) return 'BUY';
  if (score > -SIGNAL_SCORE) return 'HOLD';
  return score > -STRONG_SIGNAL_SCORE ? 'SELL' : 'STRONG SELL';
}

export const AI_SIGNALS = ['STRONG SELL', 'SELL', 'HOLD', 'BUY', 'STRONG BUY'] as const;

export type AiSignal = (typeof AI_SIGNALS)[number];

export const SIGNAL_TONE: Readonly<Record<AiSignal, 'gain' | 'neutral' | 'loss'>> = {
  'STRONG BUY': 'gain',
  BUY: 'gain',
  HOLD: 'neutral',
  SELL: 'loss',
  'STRONG SELL': 'loss',
};

/** BUY at or above this, SELL at or below its negative; percent. */
export const FORECAST_SIGNAL_PERCENT = 2;

/** BUY at ≥ +2 %, SELL at ≤ −2 %, else HOLD. Rounded to nine digits, because 10.20 / 10.00 divides to 1.9999999999999927 %. */
export function forecastSignal(changePercent: number): 'BUY' | 'SELL' | 'HOLD' {
  const percent = Math.round(changePercent * 1e9) / 1e9;
  if (percent >= FORECAST_SIGNAL_PERCENT) return 'BUY';
  return percent <= -FORECAST_SIGNAL_PERCENT ? 'SELL' : 'HOLD';
}

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

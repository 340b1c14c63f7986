export type SentimentLabel = 'Very Bullish' | 'Bullish' | 'Neutral' | 'Bearish' | 'Very Bearish';

/** Above 0.5 Very Bullish, above 0.2 Bullish, above −0.2 Neutral, above −0.5 Bearish, otherwise Very Bearish. */
export function sentimentLabel(score: number): SentimentLabel {
  if (score > 0.5) return 'Very Bullish';
  if (score > 0.2) return 'Bullish';
  if (score > -0.2) return 'Neutral';
  return score > -0.5 ? 'Bearish' : 'Very Bearish';
}

/** Gauge colour: gain above 0.3, loss below −0.3, otherwise neutral. */
export function sentimentTone(score: number): 'gain' | 'loss' | 'neutral' {
  if (score > 0.3) return 'gain';
  return score < -0.3 ? 'loss' : 'neutral';
}

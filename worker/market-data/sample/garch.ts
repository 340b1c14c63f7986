/** GARCH(1,1) (Bollerslev 1986) with the persistence of daily equity returns. */
const ALPHA = 0.09;
const BETA = 0.89;

/** The next day's variance from today's variance and shock; its long-run mean is `longRunVariance`. */
export function nextVariance(variance: number, shock: number, longRunVariance: number): number {
  return (1 - ALPHA - BETA) * longRunVariance + ALPHA * shock * shock + BETA * variance;
}

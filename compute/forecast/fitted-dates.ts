/** The first and the last date that the coefficients know, as `scripts/forecast/train.ts` wrote them. */
export const FITTED_FROM = '2000-02-01';
export const FITTED_UNTIL = '2021-03-31';

/**
 * Whether a stretch of dates (`YYYY-MM-DD`, both ends included) overlaps those that the coefficients know. Scores of such
 * forecasts are in-sample, however little each of them saw.
 */
export function isInSample(from: string, to: string): boolean {
  return from <= FITTED_UNTIL && to >= FITTED_FROM;
}

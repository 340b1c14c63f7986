/** The first and the last date that the coefficients know, as `scripts/forecast/train.ts` wrote them. */
export const FITTED_FROM = '2000-02-01';
export const FITTED_UNTIL = '2021-03-31';

/** Whether dates (`YYYY-MM-DD`, both included) overlap those that the coefficients know: their scores are in-sample. */
export function isInSample(from: string, to: string): boolean {
  return from <= FITTED_UNTIL && to >= FITTED_FROM;
}

/** The first and last date that the coefficients were fitted on, written by `scripts/forecast/train.ts`. */
export const FITTED_FROM = '2000-02-01';
export const FITTED_UNTIL = '2021-03-31';

/** Whether a span of dates (`YYYY-MM-DD`, both included) overlaps the fitted dates, so that its scores are in-sample. */
export function isInSample(from: string, to: string): boolean {
  return from <= FITTED_UNTIL && to >= FITTED_FROM;
}

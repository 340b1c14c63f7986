/** As `coefficients.ts` holds it: thousandths between blanks. */
export interface ModelTable {
  /** A row for each reading and, within it, fitted horizon. */
  readonly weights: readonly string[];
  /** A row for each fitted horizon. */
  readonly quantiles: readonly string[];
  /** In the order of the rows of `weights`. */
  readonly meanResiduals: string;
}

/** As `coefficients.ts` holds it: a row for each reading and, within it, fitted horizon; thousandths between blanks. */
export interface ModelTable {
  readonly weights: readonly string[];
  readonly quantiles: readonly string[];
  readonly meanResiduals: string;
}

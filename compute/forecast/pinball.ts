/** Loss of saying that a share `level` (0…1) of the outcomes lies below `quantile`, in the unit of both (Koenker 1978). */
export function pinball(outcome: number, quantile: number, level: number): number {
  return outcome < quantile ? (1 - level) * (quantile - outcome) : level * (outcome - quantile);
}

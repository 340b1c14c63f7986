/** How many columns leave no gap in the last row: four or three where the number of cells divides, else two. */
export function columnCount(cells: number): number {
  return [4, 3].find((columns) => cells % columns === 0) ?? 2;
}

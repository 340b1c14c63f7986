/**
 * A simulated price series for pictures: a geometric random walk.
 * `volatilityPercent` is the standard size of one step and `trendPercent` its mean, both in percent; `random` returns
 * numbers in [0, 1). Returns `length` positive prices, the first of which is `basePrice`.
 */
export function simulateSeries({
  basePrice,
  volatilityPercent,
  trendPercent,
  length,
  random,
}: {
  basePrice: number;
  volatilityPercent: number;
  trendPercent: number;
  length: number;
  random: () => number;
}): number[] {
  let price = basePrice;
  return Array.from({ length }, (_, index) => {
    if (index > 0) price *= Math.exp((trendPercent + volatilityPercent * nextNormal(random)) / 100);
    return price;
  });
}

/** A standard normal number, near enough for a picture: the sum of twelve uniform ones less six. */
function nextNormal(random: () => number): number {
  let sum = -6;
  for (let count = 0; count < 12; count += 1) sum += random();
  return sum;
}

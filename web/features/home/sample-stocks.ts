import stocks from './sample-stocks.json';

/** A stock of the home page. Prices and moves are invented; only symbol and name are real. */
export type SampleStock = {
  symbol: string;
  name: string;
  /** The close before. */
  basePrice: number;
  /** Standard size of one simulated daily move, in percent. */
  volatility: number;
  /** Mean of one simulated daily move, in percent. */
  trend: number;
  /** Simulated change of the day, in percent. */
  change: number;
};

/** The ten stocks of the home page, as they stood in the sample market on the day of the hero's picture: one price for both. */
export const SAMPLE_STOCKS: readonly SampleStock[] = stocks;

/** The displayed price: the base price moved by the change of the day. */
export function displayedPrice({ basePrice, change }: SampleStock): number {
  return basePrice * (1 + change / 100);
}

/**
 * A simulated price series for drawings: a geometric random walk.
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

/** A standard normal number, near enough for a drawing: the sum of twelve uniform ones less six. */
function nextNormal(random: () => number): number {
  let sum = -6;
  for (let count = 0; count < 12; count += 1) sum += random();
  return sum;
}

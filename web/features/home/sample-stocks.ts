/** A stock of the home page. Prices and moves are invented; only symbol and name are real. */
export type SampleStock = {
  symbol: string;
  name: string;
  basePrice: number;
  /** Standard size of one simulated daily move, in percent. */
  volatility: number;
  /** Mean of one simulated daily move, in percent. */
  trend: number;
  /** Simulated change of the day, in percent. */
  change: number;
};

/** The ten stocks of the home page. */
export const SAMPLE_STOCKS: readonly SampleStock[] = [
  { symbol: 'AAPL', name: 'Apple Inc.', basePrice: 228.4, volatility: 1.4, trend: 0.36, change: 1.34 },
  { symbol: 'TSLA', name: 'Tesla, Inc.', basePrice: 316.9, volatility: 3.2, trend: -0.6, change: -2.18 },
  {
    symbol: 'MSFT',
    name: 'Microsoft Corporation',
    basePrice: 421.5,
    volatility: 1.2,
    trend: 0.3,
    change: 0.62,
  },
  { symbol: 'GOOGL', name: 'Alphabet Inc.', basePrice: 178.2, volatility: 1.6, trend: 0.24, change: 0.91 },
  {
    symbol: 'AMZN',
    name: 'Amazon.com, Inc.',
    basePrice: 205.7,
    volatility: 1.8,
    trend: -0.18,
    change: -0.47,
  },
  {
    symbol: 'META',
    name: 'Meta Platforms, Inc.',
    basePrice: 563.1,
    volatility: 2,
    trend: 0.45,
    change: 1.72,
  },
  {
    symbol: 'NVDA',
    name: 'NVIDIA Corporation',
    basePrice: 138.6,
    volatility: 2.6,
    trend: 0.75,
    change: 2.41,
  },
  {
    symbol: 'AMD',
    name: 'Advanced Micro Devices, Inc.',
    basePrice: 141.3,
    volatility: 2.7,
    trend: -0.45,
    change: -1.26,
  },
  { symbol: 'NFLX', name: 'Netflix, Inc.', basePrice: 842.7, volatility: 1.9, trend: 0.54, change: 0.38 },
  {
    symbol: 'COIN',
    name: 'Coinbase Global, Inc.',
    basePrice: 268.4,
    volatility: 4.1,
    trend: -0.3,
    change: -3.05,
  },
];

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

import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import { barsInYear } from '../indicators/risk-measures.ts';
import { FORECAST_SIGNAL_PERCENT } from './expected-change.ts';
import { MIN_FORECAST_BARS, readVolatility, spreadAt, type HistoryInput, type Spread } from './volatility.ts';

/** Levels of the fitted quantiles of a standardised residual, (log return − drift) / sigma. They include the bands' edges. */
export const LEVELS: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8,
  0.85, 0.9, 0.95, 0.975, 0.99, 0.995,
];

/** Index of the median in {@link LEVELS}. */
export const MEDIAN: number = (LEVELS.length - 1) / 2;

const LAST = LEVELS.length - 1;

/** The distribution of a price some sessions ahead. Prices in the listing's currency, probabilities 0…1. */
export interface Projection {
  /** Median path. */
  readonly price: number;
  readonly low50: number;
  readonly high50: number;
  readonly low80: number;
  readonly high80: number;
  readonly low95: number;
  readonly high95: number;
  readonly probabilityUp: number;
  /** P(close ≥ base price + 2 %). */
  readonly probabilityBuy: number;
  /** P(close ≤ base price − 2 %). */
  readonly probabilitySell: number;
}

/** Indices of the bands' lower edges in {@link LEVELS}; the upper edges mirror them. */
const EDGE_25 = /* @__PURE__ */ LEVELS.indexOf(0.25);
const EDGE_10 = /* @__PURE__ */ LEVELS.indexOf(0.1);
const EDGE_2_5 = /* @__PURE__ */ LEVELS.indexOf(0.025);

const LOG_BUY = /* @__PURE__ */ Math.log1p(FORECAST_SIGNAL_PERCENT / 100);
const LOG_SELL = /* @__PURE__ */ Math.log1p(-FORECAST_SIGNAL_PERCENT / 100);

/** Projects a price: the median is base · exp(`medianMove`), with the spread around it. */
export function project(basePrice: number, { sigma, quantiles }: Spread, medianMove: number): Projection {
  const price = basePrice * Math.exp(medianMove);
  const edge = (level: number): number => price * Math.exp(sigma * quantiles[level]!);
  const below = (logReturn: number): number => residualCdf(quantiles, (logReturn - medianMove) / sigma);
  return {
    price,
    low50: edge(EDGE_25),
    high50: edge(2 * MEDIAN - EDGE_25),
    low80: edge(EDGE_10),
    high80: edge(2 * MEDIAN - EDGE_10),
    low95: edge(EDGE_2_5),
    high95: edge(2 * MEDIAN - EDGE_2_5),
    probabilityUp: 1 - below(0),
    probabilityBuy: 1 - below(LOG_BUY),
    probabilitySell: below(LOG_SELL),
  };
}

/** Half-width of the corridor around the median that a forecast's confidence refers to, percent of the median. */
export const CONFIDENCE_WITHIN_PERCENT: Readonly<Record<HorizonDays, number>> = { 1: 2, 7: 3, 14: 5, 30: 5 };

/** P(close within ± `percent` of the median), 0…1. `percent` is between 0 and 100. */
export function probabilityWithin(percent: number, { sigma, quantiles }: Spread): number {
  return (
    residualCdf(quantiles, Math.log1p(percent / 100) / sigma) -
    residualCdf(quantiles, Math.log1p(-percent / 100) / sigma)
  );
}

/** The standard deviation that the model expects of each next session's log return, as a share per year; NaN before 60 bars. */
export function modelVolatility(history: HistoryInput): Float64Array {
  const { time } = history.candles;
  const bars = time.length;
  const volatilities = new Float64Array(bars).fill(NaN);
  if (bars < MIN_FORECAST_BARS) return volatilities;
  const volatility = readVolatility(history);
  const perYear = Math.sqrt(barsInYear(time));
  let deviation: number | undefined;
  for (let bar = MIN_FORECAST_BARS - 1; bar < bars; bar++) {
    const { sigma, quantiles } = spreadAt(volatility, bar, 1);
    // The shape is the same at every bar.
    deviation ??= standardDeviation(quantiles);
    volatilities[bar] = sigma * deviation * perYear;
  }
  return volatilities;
}

/** Number of equally likely outcomes that represent a distribution. */
const OUTCOMES = 400;

/** Standard deviation of a standardised residual, in sigmas. */
function standardDeviation(quantiles: readonly number[]): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < OUTCOMES; i++) {
    const residual = residualQuantile(quantiles, (i + 0.5) / OUTCOMES);
    sum += residual;
    squares += residual * residual;
  }
  return Math.sqrt(squares / OUTCOMES - (sum / OUTCOMES) ** 2);
}

/** The quantile at `level` (0…1, exclusive), in sigmas: linear between {@link LEVELS}, beyond them a power tail through two. */
export function residualQuantile(quantiles: readonly number[], level: number): number {
  if (level < LEVELS[0]!) {
    return quantiles[0]! * (LEVELS[0]! / level) ** (1 / tailExponent(quantiles, 0, 1));
  }
  if (level > LEVELS[LAST]!) {
    return quantiles[LAST]! * (LEVELS[0]! / (1 - level)) ** (1 / tailExponent(quantiles, LAST, LAST - 1));
  }
  return interpolated(LEVELS, quantiles, level);
}

/** P(residual ≤ `residual`), 0…1: the inverse of {@link residualQuantile}. Takes ±Infinity. */
export function residualCdf(quantiles: readonly number[], residual: number): number {
  if (residual < quantiles[0]!) {
    return LEVELS[0]! * (quantiles[0]! / residual) ** tailExponent(quantiles, 0, 1);
  }
  if (residual > quantiles[LAST]!) {
    return 1 - LEVELS[0]! * (quantiles[LAST]! / residual) ** tailExponent(quantiles, LAST, LAST - 1);
  }
  return interpolated(quantiles, LEVELS, residual);
}

/** Interpolates linearly at `place` between the points (`places`, `values`). Both have the length of {@link LEVELS}. */
function interpolated(places: readonly number[], values: readonly number[], place: number): number {
  let i = 0;
  while (i < LAST - 1 && places[i + 1]! < place) i++;
  const part = (place - places[i]!) / (places[i + 1]! - places[i]!);
  return values[i]! + part * (values[i + 1]! - values[i]!);
}

/** Exponent a of a tail probability ∝ |residual|^−a that holds 1 % beyond one quantile and 0.5 % beyond the other. */
function tailExponent(quantiles: readonly number[], end: number, inner: number): number {
  return Math.LN2 / Math.log(quantiles[end]! / quantiles[inner]!);
}

import { FORECAST_SIGNAL_PERCENT } from '../signals/signal.ts';
import type { HorizonDays } from '../horizon.ts';
import { LEVELS, MEDIAN, residualCdf } from './residual-shape.ts';
import { DRIFT_PER_SESSION, type Spread } from './volatility.ts';

/** Where a price may stand some sessions ahead. Prices in the listing's currency, probabilities 0…1. */
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

/** Indices of the bands' lower edges in {@link LEVELS}; the upper edges are as far from its end. */
const EDGE_25 = /* @__PURE__ */ LEVELS.indexOf(0.25);
const EDGE_10 = /* @__PURE__ */ LEVELS.indexOf(0.1);
const EDGE_2_5 = /* @__PURE__ */ LEVELS.indexOf(0.025);

/**
 * Projects a price some sessions ahead: the median is base · exp(0.0003 · sessions), with the spread around it. Bands and
 * probabilities come from the same distribution.
 */
export function project(basePrice: number, spread: Spread, sessions: number): Projection {
  const { sigma, quantiles } = spread;
  const drift = DRIFT_PER_SESSION * sessions;
  const price = basePrice * Math.exp(drift);
  const edge = (level: number): number => price * Math.exp(sigma * quantiles[level]!);
  const below = (logReturn: number): number => residualCdf(quantiles, (logReturn - drift) / sigma);
  return {
    price,
    low50: edge(EDGE_25),
    high50: edge(2 * MEDIAN - EDGE_25),
    low80: edge(EDGE_10),
    high80: edge(2 * MEDIAN - EDGE_10),
    low95: edge(EDGE_2_5),
    high95: edge(2 * MEDIAN - EDGE_2_5),
    probabilityUp: 1 - below(0),
    probabilityBuy: 1 - below(Math.log1p(FORECAST_SIGNAL_PERCENT / 100)),
    probabilitySell: below(Math.log1p(-FORECAST_SIGNAL_PERCENT / 100)),
  };
}

/** Half-width of the corridor that a forecast's confidence is about, in percent of the median. */
export const CONFIDENCE_WITHIN_PERCENT: Readonly<Record<HorizonDays, number>> = { 1: 2, 7: 3, 14: 5, 30: 5 };

/** P(the price ends within ± `percent` of the median), 0…1. `percent` between 0 and 100. */
export function probabilityWithin(percent: number, { sigma, quantiles }: Spread): number {
  return (
    residualCdf(quantiles, Math.log1p(percent / 100) / sigma) -
    residualCdf(quantiles, Math.log1p(-percent / 100) / sigma)
  );
}

import type { Candles } from '../candles.ts';
import { FEATURE_COUNT, featureRow, features, type Features } from './features.ts';
import {
  FITTED_SESSIONS,
  POOLED_MODEL,
  type FittedHorizon,
  type PooledModel,
  type Reading,
} from './pooled-model.ts';
import { exp, log, power } from '../portable-math.ts';

/** Log drift per session: the equity premium, a prior. Drifts estimated from a single stock's past forecast worse. */
export const DRIFT_PER_SESSION = 0.0003;

/** Settled forecasts that a ticker's own scale is taken from: two years. */
const SCALE_SPAN_SESSIONS = 500;

/** … every fifth of them: a week's neighbours say nearly the same, and all horizons can share the bars. */
const SCALE_STEP_SESSIONS = 5;

/** Independent forecasts that the pooled scale counts as; chosen on the training tickers. */
const SCALE_PRIOR = 40;

/** A residual counts as at most this many sigmas in a ticker's scale: a bad print stays an anecdote. */
export const RESIDUAL_CAP = 6;

/** Above this share of bars without a range the ranges say nothing and the closes alone are read. Ours. */
const RANGELESS_LIMIT = 0.2;

/** Bars that a forecast needs, its origin included (DESIGN section 7). */
export const MIN_FORECAST_BARS = 60;

const FIRST_BAR = MIN_FORECAST_BARS - 1;

/** How wide the outcome of some sessions is spread: log return = drift + sigma · residual of these quantiles. */
export interface Spread {
  /** Over the whole span, not per session. */
  readonly sigma: number;
  readonly quantiles: Float64Array;
}

/** The features of a history and the model that reads them. */
export interface Volatility {
  readonly candles: Candles;
  readonly model: PooledModel;
  readonly own: Features;
  /** By fitted horizon and bar: how far the outcome fell from the median, filled on demand, NaN until then. */
  readonly residuals: (Float64Array | undefined)[];
}

/**
 * Reads a history of at least 60 bars once, for spreads at any of its bars from the 60th on, up to 30 sessions ahead.
 * Every spread at bar t depends on bars up to t only.
 */
export function readVolatility(candles: Candles, model: PooledModel = POOLED_MODEL): Volatility {
  return { candles, model, own: features(candles), residuals: [] };
}

/** Spread at bar `origin` over the fitted horizon at index `fitted`, with the ticker's own scale. */
function fittedSpread(volatility: Volatility, origin: number, fitted: number): Spread {
  const horizon = horizonAt(volatility, origin, fitted);
  const residuals = (volatility.residuals[fitted] ??= new Float64Array(volatility.candles.close.length).fill(
    NaN,
  ));
  const sessions = FITTED_SESSIONS[fitted]!;
  const oldest = Math.max(FIRST_BAR, origin - sessions - SCALE_SPAN_SESSIONS + 1);
  let sum = 0;
  let count = 0;
  let t = origin - Math.ceil(sessions / SCALE_STEP_SESSIONS) * SCALE_STEP_SESSIONS;
  for (; t >= oldest; t -= SCALE_STEP_SESSIONS) {
    if (Number.isNaN(residuals[t]!)) residuals[t] = relativeResidual(volatility, t, fitted);
    sum += residuals[t]!;
    count++;
  }
  const independent = count * Math.min(1, SCALE_STEP_SESSIONS / sessions);
  const scale = count === 0 ? 1 : ((sum / count) * independent + SCALE_PRIOR) / (independent + SCALE_PRIOR);
  return { sigma: sigmaAt(volatility, origin, horizon) * scale, quantiles: horizon.quantiles };
}

/**
 * Spread at bar `origin` after 1…31 `sessions`, whole or not; between two fitted horizons log sigma and quantiles run in
 * the log of them, and beyond the last one on the same line.
 */
export function spreadAt(volatility: Volatility, origin: number, sessions: number): Spread {
  const { below, part } = placeOf(sessions);
  const near = fittedSpread(volatility, origin, below);
  return part === 0 ? near : between(near, fittedSpread(volatility, origin, below + 1), part);
}

/** The spreads after 1, 2, … `sessions` and `part` of one (0…1) before them, as {@link spreadAt} gives them. */
export function spreadsUpTo(volatility: Volatility, origin: number, sessions: number, part = 0): Spread[] {
  const fitted: Spread[] = [];
  const at = (index: number): Spread => (fitted[index] ??= fittedSpread(volatility, origin, index));
  return Array.from({ length: sessions }, (_, i) => {
    const place = placeOf(i + 1 + part);
    return place.part === 0 ? at(place.below) : between(at(place.below), at(place.below + 1), place.part);
  });
}

function placeOf(sessions: number): { readonly below: number; readonly part: number } {
  const last = FITTED_SESSIONS.findLastIndex((fitted) => fitted <= sessions);
  if (FITTED_SESSIONS[last] === sessions) return { below: last, part: 0 };
  const below = Math.min(last, FITTED_SESSIONS.length - 2);
  const start = FITTED_SESSIONS[below]!;
  return { below, part: log(sessions / start) / log(FITTED_SESSIONS[below + 1]! / start) };
}

function between(near: Spread, far: Spread, part: number): Spread {
  return {
    sigma: power(near.sigma, 1 - part) * power(far.sigma, part),
    quantiles: near.quantiles.map((quantile, i) => quantile + part * (far.quantiles[i]! - quantile)),
  };
}

/** The absolute standardised residual of a settled forecast from bar `t`, over the mean of all tickers. */
function relativeResidual(volatility: Volatility, t: number, fitted: number): number {
  const { logClose } = volatility.own;
  const sessions = FITTED_SESSIONS[fitted]!;
  const surprise = Math.abs(logClose[t + sessions]! - logClose[t]! - DRIFT_PER_SESSION * sessions);
  const horizon = horizonAt(volatility, t, fitted);
  return Math.min(surprise / sigmaAt(volatility, t, horizon), RESIDUAL_CAP) / horizon.meanResidual;
}

function readingAt(volatility: Volatility, t: number): Reading {
  return volatility.own.rangelessShare[t]! > RANGELESS_LIMIT ? 'close' : 'range';
}

function horizonAt(volatility: Volatility, t: number, fitted: number): FittedHorizon {
  return volatility.model[readingAt(volatility, t)][fitted]!;
}

function sigmaAt({ own }: Volatility, t: number, { weights }: FittedHorizon): number {
  const row = featureRow(own, t);
  let logVariance = 0;
  for (let k = 0; k < FEATURE_COUNT; k++) logVariance += weights[k]! * own.rows[row + k]!;
  return exp(logVariance / 2);
}

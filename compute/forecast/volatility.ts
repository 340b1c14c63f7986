import type { Candles } from '../candles.ts';
import type { TradingCalendar } from '../market-clock/trading-calendar.ts';
import { barStates, type BarStates } from './bar-states.ts';
import { weightedFeatures } from './features.ts';
import { FITTED_SESSIONS, POOLED_MODEL, type FittedHorizon, type PooledModel } from './pooled-model.ts';

/** Log drift per session: the equity premium, a prior. A drift estimated from one stock's past forecasts worse. */
export const DRIFT_PER_SESSION = 0.0003;

/** A ticker's own scale comes from this many sessions of settled forecasts: four years. */
const SCALE_SPAN_SESSIONS = 1000;

/** … of which every fifth is used: neighbours within a week are nearly the same, and all horizons can share the bars. */
const SCALE_STEP_SESSIONS = 5;

/** The pooled scale counts as this many independent forecasts of a session, over √h at h. Chosen on the training tickers. */
const SCALE_PRIOR = 160;

/** A residual counts as at most this many sigmas in a ticker's scale, so that one bad print hardly matters. */
export const RESIDUAL_CAP = 3;

/** Above this share of bars without a range only the closes are read. Our choice. */
const RANGELESS_LIMIT = 0.2;

/** The bars that a forecast needs, its origin included. */
export const MIN_FORECAST_BARS = 60;

const FIRST_BAR = MIN_FORECAST_BARS - 1;

/** The spread of an outcome: log return = drift + sigma · residual, whose distribution has these quantiles. */
export interface Spread {
  /** Of the whole horizon, not per session. */
  readonly sigma: number;
  readonly quantiles: readonly number[];
}

/** The features of a history and the model that reads them. */
export interface Volatility {
  readonly candles: Candles;
  readonly model: PooledModel;
  readonly own: BarStates;
  /**
   * How far outcomes were from the median, 0 until needed. An array for each fitted horizon and each of the five steps that
   * a bar can be in, with every fifth bar.
   */
  readonly residuals: (Float64Array | undefined)[];
}

/**
 * Reads a history of at least 60 bars once, for spreads at any of its bars from the 60th on, up to 30 sessions ahead.
 * A spread at bar t depends only on bars up to t and on the dates that `calendar` knows ahead.
 */
export function readVolatility(
  candles: Candles,
  calendar: TradingCalendar,
  model: PooledModel = POOLED_MODEL,
): Volatility {
  return { candles, model, own: barStates(candles, calendar), residuals: [] };
}

/**
 * Spread at bar `origin` over the fitted horizon at index `fitted`, with the ticker's own scale. The sessions ahead are
 * those after `afterSeconds`.
 */
function fittedSpread(volatility: Volatility, origin: number, fitted: number, afterSeconds?: number): Spread {
  const horizon = horizonAt(volatility, origin, fitted);
  const sigma =
    sigmaBy(volatility, origin, fitted, horizon, afterSeconds) * ownScale(volatility, origin, fitted);
  return { sigma, quantiles: volatility.model.quantiles[fitted]! };
}

/**
 * How far this ticker's outcomes were from the median, relative to the pooled mean: over every fifth forecast of the last
 * 1000 sessions that had settled by bar `origin`, shrunk to 1 by a prior. Overlapping neighbours count as one.
 */
export function ownScale(volatility: Volatility, origin: number, fitted: number): number {
  const sessions = FITTED_SESSIONS[fitted]!;
  const place = origin % SCALE_STEP_SESSIONS;
  const residuals = (volatility.residuals[fitted * SCALE_STEP_SESSIONS + place] ??= new Float64Array(
    Math.ceil(volatility.candles.close.length / SCALE_STEP_SESSIONS),
  ));
  const oldest = Math.max(FIRST_BAR, origin - sessions - SCALE_SPAN_SESSIONS + 1);
  let sum = 0;
  let count = 0;
  let step = (origin - place) / SCALE_STEP_SESSIONS - Math.ceil(sessions / SCALE_STEP_SESSIONS);
  for (let t = step * SCALE_STEP_SESSIONS + place; t >= oldest; t -= SCALE_STEP_SESSIONS) {
    sum += residuals[step] ||= relativeResidual(volatility, t, fitted);
    step--;
    count++;
  }
  if (count === 0) return 1;
  const independent = count * Math.min(1, SCALE_STEP_SESSIONS / sessions);
  const prior = SCALE_PRIOR / Math.sqrt(sessions);
  return ((sum / count) * independent + prior) / (independent + prior);
}

/**
 * Spread at bar `origin` after 1…31 `sessions`, whole or not. Log sigma and quantiles are linear in the log of the sessions
 * between two fitted horizons, and continue on the same line after the last one.
 */
export function spreadAt(volatility: Volatility, origin: number, sessions: number): Spread {
  const { below, part } = placeOf(sessions);
  const near = fittedSpread(volatility, origin, below);
  return part === 0 ? near : between(near, fittedSpread(volatility, origin, below + 1), part);
}

/**
 * The spreads of {@link spreadAt} after 1, 2, … `sessions`, each `part` of a session (0…1) later. While a session is running
 * after `origin`, `afterSeconds` is its date: the calendar features are then those of the session after it.
 */
export function spreadsUpTo(
  volatility: Volatility,
  origin: number,
  sessions: number,
  part = 0,
  afterSeconds?: number,
): Spread[] {
  const fitted: Spread[] = [];
  const at = (index: number): Spread =>
    (fitted[index] ??= fittedSpread(volatility, origin, index, afterSeconds));
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
  return { below, part: Math.log(sessions / start) / Math.log(FITTED_SESSIONS[below + 1]! / start) };
}

function between(near: Spread, far: Spread, part: number): Spread {
  return {
    sigma: near.sigma ** (1 - part) * far.sigma ** part,
    quantiles: near.quantiles.map((quantile, i) => quantile + part * (far.quantiles[i]! - quantile)),
  };
}

/** The absolute standardised residual of a settled forecast from bar `t`, relative to the mean of all tickers. */
function relativeResidual(volatility: Volatility, t: number, fitted: number): number {
  const horizon = horizonAt(volatility, t, fitted);
  const residual = surpriseAt(volatility, t, fitted) / sigmaBy(volatility, t, fitted, horizon);
  return Math.min(Math.abs(residual), RESIDUAL_CAP) / horizon.meanResidual;
}

/** How many sigmas the outcome of bar `t` was from the median, before the ticker's own scale. */
export function residualAt(volatility: Volatility, t: number, fitted: number): number {
  const horizon = horizonAt(volatility, t, fitted);
  return surpriseAt(volatility, t, fitted) / sigmaBy(volatility, t, fitted, horizon);
}

/** How far the log return after bar `t` was from the median. */
function surpriseAt({ own: { logClose } }: Volatility, t: number, fitted: number): number {
  const sessions = FITTED_SESSIONS[fitted]!;
  return logClose[t + sessions]! - logClose[t]! - DRIFT_PER_SESSION * sessions;
}

function horizonAt({ own, model }: Volatility, t: number, fitted: number): FittedHorizon {
  const { range, close } = model;
  return (own.rangelessShare[t]! > RANGELESS_LIMIT ? close : range)[fitted]!;
}

function sigmaBy(
  { own }: Volatility,
  t: number,
  fitted: number,
  { weights }: FittedHorizon,
  afterSeconds: number = own.time[t]!,
): number {
  return Math.exp(weightedFeatures(own, t, FITTED_SESSIONS[fitted]!, weights, afterSeconds) / 2);
}

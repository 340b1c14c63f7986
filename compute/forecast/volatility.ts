import type { Candles } from '../prices/candles.ts';
import type { TradingCalendar } from '../sessions/market-hours.ts';
import { barStates, LEVEL, type BarStates } from './bar-states.ts';
import { kindState, levelGap, medianMove, modelOf, scalePrior, type KindState } from './kind-rules.ts';
import type { ListingKind } from './listing-kind.ts';
import {
  FITTED_SESSIONS,
  POOLED_MODEL,
  weightedFeatures,
  type FittedHorizon,
  type FittedSpan,
  type PooledModel,
} from './pooled-model.ts';
import {
  nextResultsAt,
  resultsFactor,
  resultsState,
  settledFactor,
  type NextResults,
  type OpenSession,
  type ResultsState,
} from './results-factor.ts';

const SCALE_SPAN_SESSIONS = 1000;

/** Every fifth of them is used: neighbours within a week are nearly the same, and all horizons can share the bars. */
const SCALE_STEP_SESSIONS = 5;

/** A residual counts as at most this many sigmas in a ticker's scale, so that one bad print hardly matters. */
export const RESIDUAL_CAP = 3;

/** Above this share of bars without a range, only closes are read. Chosen, not fitted. */
const RANGELESS_LIMIT = 0.2;

/** Minimum number of bars for a forecast, its origin included. */
export const MIN_FORECAST_BARS = 60;

const FIRST_BAR = MIN_FORECAST_BARS - 1;

const FITTED_COUNT = FITTED_SESSIONS.length;

/** Scratch space; every use overwrites it. */
const LOG_VARIANCES = /* @__PURE__ */ new Float64Array(FITTED_COUNT);

/** The spread of an outcome: log return = drift + sigma · residual. `quantiles` are the residual's. */
export interface Spread {
  /** The whole horizon's, not per session. */
  readonly sigma: number;
  readonly quantiles: readonly number[];
}

/** A history of finished bars, and what is known of its listing. */
export interface HistoryInput {
  readonly candles: Candles;
  readonly calendar: TradingCalendar;
  /** A share by default. */
  readonly kind?: ListingKind;
  /** The session after the last bar that reacts to results whose date is confirmed, epoch seconds. */
  readonly nextResultsSeconds?: number | null;
  readonly open?: OpenSession | null;
}

/** The features of a history and the model that reads them. */
export interface Volatility {
  readonly candles: Candles;
  readonly model: PooledModel;
  readonly own: BarStates;
  readonly kind: KindState;
  readonly results: ResultsState | null;
  readonly nextResults: (bar: number) => NextResults | null;
  /** How far outcomes were from the median, a row of bars for each fitted horizon; 0 until computed. */
  readonly residuals: Float64Array;
}

/** Reads a history of at least 60 bars once. A spread at bar t depends only on bars up to t and on `calendar`. */
export function readVolatility(
  { candles, calendar, kind = 'share', nextResultsSeconds = null, open = null }: HistoryInput,
  model: PooledModel = POOLED_MODEL,
): Volatility {
  const own = barStates(candles, calendar);
  const results = resultsState(candles, own);
  const last = candles.close.length - 1;
  const nextResults = nextResultsAt(own, results, last, open, nextResultsSeconds);
  return {
    candles,
    model: modelOf(kind, model),
    own,
    kind: kindState(own, kind),
    results,
    nextResults: (bar) =>
      bar === last ? nextResults : results && nextResultsAt(own, results, bar, null, null),
    residuals: new Float64Array(FITTED_COUNT * candles.close.length),
  };
}

/** The spreads over some fitted horizons, with the ticker's own scale. Sessions are counted from `afterSeconds`. */
function fittedSpreads(
  volatility: Volatility,
  origin: number,
  fitted: FittedSpan,
  afterSeconds: number = volatility.own.time[origin]!,
): Spread[] {
  const { model } = volatility;
  const scales: number[] = [];
  for (let i = fitted.first; i <= fitted.last; i++) scales.push(ownScale(volatility, origin, i, fitted));
  fillLogVariances(volatility, origin, fitted, afterSeconds);
  const results = volatility.nextResults(origin);
  return scales.map((scale, k) => {
    const i = fitted.first + k;
    const quantiles = model.quantiles[i]!;
    const sessions = FITTED_SESSIONS[i]!;
    const factor =
      results === null ? 1 : resultsFactor(results.excess, results.chanceWithin(sessions), sessions);
    return { sigma: scale * Math.exp(LOG_VARIANCES[i]! / 2) * factor, quantiles };
  });
}

/** Writes the log variance from bar `t` at the fitted horizons, without the ticker's own scale and without results. */
function fillLogVariances(volatility: Volatility, t: number, fitted: FittedSpan, afterSeconds: number): void {
  const { own, kind } = volatility;
  const horizons = horizonsAt(volatility, t);
  weightedFeatures(own, t, horizons, fitted, afterSeconds, LOG_VARIANCES);
  const gap = levelGap(kind, t);
  if (gap === 0) return;
  for (let i = fitted.first; i <= fitted.last; i++)
    LOG_VARIANCES[i]! += gap * (horizons[i]!.weights[LEVEL]! - 1);
}

/**
 * How far this ticker's outcomes at the fitted horizon `index` were from the median, relative to the pooled mean: over every
 * fifth forecast of the last 1000 sessions that had settled by bar `origin`, shrunk to 1 by a prior. Overlapping neighbours
 * count as one. `together` are the horizons that will be needed too.
 */
export function ownScale(
  volatility: Volatility,
  origin: number,
  index: number,
  together: FittedSpan = { first: index, last: index },
): number {
  const { residuals } = volatility;
  const sessions = FITTED_SESSIONS[index]!;
  const row = index * volatility.candles.close.length;
  const oldest = Math.max(FIRST_BAR, origin - sessions - SCALE_SPAN_SESSIONS + 1);
  let sum = 0;
  let count = 0;
  const settledBefore = Math.ceil(sessions / SCALE_STEP_SESSIONS) * SCALE_STEP_SESSIONS;
  for (let t = origin - settledBefore; t >= oldest; t -= SCALE_STEP_SESSIONS) {
    if (residuals[row + t] === 0) fillResiduals(volatility, t, together);
    sum += residuals[row + t]!;
    count++;
  }
  if (count === 0) return 1;
  const independent = count * Math.min(1, SCALE_STEP_SESSIONS / sessions);
  const prior = scalePrior(volatility.kind.kind) / Math.sqrt(sessions);
  return ((sum / count) * independent + prior) / (independent + prior);
}

/** The spread after 1…31 `sessions`, whole or not. Between fits, log sigma and quantiles are linear in log sessions. */
export function spreadAt(volatility: Volatility, origin: number, sessions: number): Spread {
  const place = placeOf(sessions);
  const spreads = fittedSpreads(volatility, origin, place);
  return between(spreads[0]!, spreads.at(-1)!, place.part);
}

/** {@link spreadAt} after 1, 2, … `sessions` plus `part` (0…1). `afterSeconds`: the date of a session running after `origin`. */
export function spreadsUpTo(
  volatility: Volatility,
  origin: number,
  sessions: number,
  part = 0,
  afterSeconds?: number,
): Spread[] {
  const { last } = placeOf(sessions + part);
  const spreads = fittedSpreads(volatility, origin, { first: 0, last }, afterSeconds);
  return Array.from({ length: sessions }, (_, i) => {
    const place = placeOf(i + 1 + part);
    return between(spreads[place.first]!, spreads[place.last]!, place.part);
  });
}

/** The fitted horizons on both sides of `sessions`, and the position between them; an exact match is both. */
function placeOf(sessions: number): FittedSpan & { readonly part: number } {
  let first = 0;
  while (first < FITTED_COUNT - 1 && FITTED_SESSIONS[first + 1]! <= sessions) first++;
  if (FITTED_SESSIONS[first] === sessions) return { first, last: first, part: 0 };
  const last = Math.min(first + 1, FITTED_COUNT - 1);
  first = last - 1;
  const start = FITTED_SESSIONS[first]!;
  return { first, last, part: Math.log(sessions / start) / Math.log(FITTED_SESSIONS[last]! / start) };
}

function between(near: Spread, far: Spread, part: number): Spread {
  if (near === far) return near;
  return {
    sigma: near.sigma ** (1 - part) * far.sigma ** part,
    quantiles: near.quantiles.map((quantile, i) => quantile + part * (far.quantiles[i]! - quantile)),
  };
}

/** Writes the capped absolute residuals of settled forecasts from bar `t`, relative to the mean of all tickers. */
function fillResiduals(volatility: Volatility, t: number, fitted: FittedSpan): void {
  const { own, kind, results, residuals } = volatility;
  const bars = own.logClose.length;
  const horizons = horizonsAt(volatility, t);
  fillLogVariances(volatility, t, fitted, own.time[t]!);
  for (let i = fitted.first; i <= fitted.last; i++) {
    const { sessions, meanResidual } = horizons[i]!;
    if (t + sessions >= bars) return;
    const surprise = own.logClose[t + sessions]! - own.logClose[t]! - medianMove(kind, t, sessions);
    const factor = results === null ? 1 : settledFactor(results, t, sessions);
    const residual = Math.abs(surprise) / (Math.exp(LOG_VARIANCES[i]! / 2) * factor);
    residuals[i * bars + t] = Math.min(residual, RESIDUAL_CAP) / meanResidual;
  }
}

function horizonsAt({ own, model }: Volatility, t: number): readonly FittedHorizon[] {
  return own.rangelessShare[t]! > RANGELESS_LIMIT ? model.close : model.range;
}

/** Changes to the model, which was fitted on shares, for other listings: volatility level, own scale, median, shape. */
import { LEVEL_OFFSET, SIGNED_FEATURES, VARIANCE_FLOOR, type BarStates } from './bar-states.ts';
import { decayingMean, sumsBefore } from './day-variances.ts';
import type { ListingKind } from './listing-kind.ts';
import type { FittedHorizon, PooledModel } from './pooled-model.ts';

/** The pooled scale counts as this many independent forecasts of a session, over √h at h. Chosen on the training tickers. */
const SCALE_PRIOR_SHARE = 160;
/** The same for other listings, which differ more from the pool. */
const SCALE_PRIOR_OTHER = 40;

export function scalePrior(kind: ListingKind): number {
  return kind === 'share' ? SCALE_PRIOR_SHARE : SCALE_PRIOR_OTHER;
}

/** Log drift per session: the equity premium, a prior. A drift estimated from one stock's past forecasts worse. */
export const DRIFT_PER_SESSION = 0.0003;
/** Drift per variance: the premium pays for variance, so listings that move little earn little. */
const DRIFT_PER_VARIANCE = 3;
/** A daily move counts as at most 10 % in that variance. */
const SQUARE_CAP = 0.01;

/** An index with a daily standard deviation of 4 % or more is a volatility index, whatever its name. */
const VOLATILITY_INDEX_VARIANCE = 0.04 ** 2;
const REVERSION_MEAN_BARS = 250;
const REVERSION_HALF_LIFE_SESSIONS = 60;

/** Range of the slow volatility level among the fitted shares. */
const SLOW_HALF_LIFE_SESSIONS = 250;
const LOWEST_LEVEL = -1.1;
const HIGHEST_LEVEL = 1;

/** What the rules read at each bar, from that bar and earlier ones; empty if a kind does not need it. */
export interface KindState extends Pick<BarStates, 'logClose'> {
  readonly kind: ListingKind;
  /** Average squared moves with a half-life of 250 sessions: the listing's volatility over the years. */
  readonly slowSquares: Float64Array;
  /** Sums of the capped squared total returns before each bar; n + 1 entries. */
  readonly squareSums: Float64Array;
  /** Sums of the log closes before each bar; n + 1 entries. */
  readonly logSums: Float64Array;
}

const NONE = /* @__PURE__ */ new Float64Array(0);

export function kindState({ logClose, logTotal, square }: BarStates, kind: ListingKind): KindState {
  const isEarning = kind === 'fund' || kind === 'index';
  const isReverting = kind === 'volatility' || kind === 'index';
  return {
    kind,
    logClose,
    slowSquares: kind === 'share' ? NONE : decayingMean(square, SLOW_HALF_LIFE_SESSIONS),
    squareSums: isEarning ? sumsBefore(logTotal.map(cappedSquare)) : NONE,
    logSums: isReverting ? sumsBefore(logClose) : NONE,
  };
}

/** The square of the move to bar `t`, capped; 0 at the first. */
function cappedSquare(logPrice: number, t: number, logTotal: Float64Array): number {
  const move = t === 0 ? 0 : logPrice - logTotal[t - 1]!;
  return Math.min(move * move, SQUARE_CAP);
}

/**
 * How far the volatility level at bar `t` is outside the range of the fitted shares; above 0 if it is lower. This times (the
 * level's weight − 1) is added to a log variance, because the fit pulls the level towards that of shares, while outside their
 * range the listing's own level must count in full.
 */
export function levelGap({ kind, slowSquares }: KindState, t: number): number {
  if (kind === 'share') return 0;
  const level = Math.log(Math.max(slowSquares[t]!, VARIANCE_FLOOR)) + LEVEL_OFFSET;
  return Math.max(0, LOWEST_LEVEL - level) - Math.max(0, level - HIGHEST_LEVEL);
}

/** Log drift per session from bar `t`; `null` for a volatility index, whose median reverts to its mean instead. */
function driftAt({ kind, squareSums }: KindState, t: number): number | null {
  if (kind === 'share') return DRIFT_PER_SESSION;
  if (kind === 'volatility') return null;
  if (kind === 'currency' || kind === 'driftless') return 0;
  const variance = squareSums[t + 1]! / t;
  if (kind === 'index' && variance >= VOLATILITY_INDEX_VARIANCE) return null;
  return Math.min(DRIFT_PER_SESSION, DRIFT_PER_VARIANCE * variance);
}

/** Log ratio of the median `sessions` after bar `t` to a price, given as its log (default: the close). */
export function medianMove(
  state: KindState,
  t: number,
  sessions: number,
  logPrice: number = state.logClose[t]!,
): number {
  const drift = driftAt(state, t);
  if (drift !== null) return drift * sessions;
  const first = Math.max(0, t + 1 - REVERSION_MEAN_BARS);
  const mean = (state.logSums[t + 1]! - state.logSums[first]!) / (t + 1 - first);
  return (mean - logPrice) * (1 - 2 ** (-sessions / REVERSION_HALF_LIFE_SESSIONS));
}

/** The model for a kind of listing. A currency pair and its inverse must give the same forecast. */
export function modelOf(kind: ListingKind, model: PooledModel): PooledModel {
  if (kind !== 'currency') return model;
  return {
    range: model.range.map(unsignedHorizon),
    close: model.close.map(unsignedHorizon),
    quantiles: model.quantiles.map((row) => row.map((z, i) => (z - row[row.length - 1 - i]!) / 2)),
  };
}

function unsignedHorizon(horizon: FittedHorizon): FittedHorizon {
  const weights = horizon.weights.map((weight, k) => (SIGNED_FEATURES.includes(k) ? 0 : weight));
  return { ...horizon, weights };
}

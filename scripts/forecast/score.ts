import {
  HORIZON_OPTIONS_DAYS,
  isoDate,
  MIN_FORECAST_BARS,
  nextResultsOf,
  sliceCandles,
  type HorizonDays,
} from '#compute';
import { baselineSigmas, NORMAL_90, NORMAL_975, pinball } from '../../compute/back-test/baseline-bands.ts';
import type { PooledModel } from '../../compute/forecast/pooled-model.ts';
import { medianMove } from '../../compute/forecast/kind-rules.ts';
import {
  CONFIDENCE_WITHIN_PERCENT,
  probabilityWithin,
  project,
  residualQuantile,
} from '../../compute/forecast/projection.ts';
import { setPriceError } from '../../compute/forecast/set-price.ts';
import { readVolatility, spreadAt, type Volatility } from '../../compute/forecast/volatility.ts';
import { intervalScore } from '../../compute/ledger/own-range-score.ts';
import type { DailyBars } from './daily-bars.ts';

/** One forecast and its outcome. Losses are those of price ratios, divided by the ticker's own sigma · √h. */
export interface Scored {
  /** Month of the origin, `YYYY-MM`. */
  readonly block: string;
  readonly group: string;
  /** Whether a session of the window reacted to results; `null` if no dates are known. */
  readonly hasResults: boolean | null;
  readonly crps: number;
  readonly baselineCrps: number;
  /** CRPS of the same baseline without drift, centred on the last close. */
  readonly centredCrps: number;
  readonly centredWinkler95: number;
  readonly winkler95: number;
  readonly baselineWinkler95: number;
  readonly winkler80: number;
  readonly baselineWinkler80: number;
  readonly inside80: boolean;
  readonly inside95: boolean;
  /** Index in {@link STATES}. */
  readonly state: number;
  readonly error: number;
  readonly noChangeError: number;
  readonly claims: Readonly<Record<Claim, { readonly stated: number; readonly isTrue: boolean }>>;
}

/** The events whose probability forecasts state. */
export const CLAIMS = ['up', 'up_2', 'down_2', 'within'] as const;
export type Claim = (typeof CLAIMS)[number];

export const STATES = ['calm', 'normal', 'turbulent'] as const;

/** Upper limits for calm and normal, as ratio of 60-session sigma to all-history sigma. */
const STATE_LIMITS = [0.75, 1.05];
const STATE_SESSIONS = 60;

/**
 * What a forecast knows of the coming results: the date, as announced about three weeks ahead, or a projection from past dates.
 */
export type ResultsDates = 'known' | 'projected';

/** Sessions between origins, except with `--every-day`. The first origin is staggered by ticker, so that dates differ. */
const STEP_SESSIONS = 5;

/** Maximum bars that a forecast may read. */
const MAX_HISTORY_BARS = 1250;

/** CRPS is approximated by twice the mean pinball loss at 2.5 %, 7.5 %, … 97.5 %. */
export const CRPS_LEVELS = Array.from({ length: 20 }, (_, i) => (i + 0.5) / 20);
/** Standard normal quantiles at 52.5, 57.5, … 97.5 % (any table). */
const NORMAL_UPPER: readonly number[] = [
  0.0627067779,
  0.1891184263,
  0.318639364,
  0.4537621902,
  0.597760126,
  0.7554150264,
  0.9345892911,
  1.1503493804,
  1.4395314709,
  NORMAL_975,
];
const NORMAL = [...NORMAL_UPPER.map((z) => -z).toReversed(), ...NORMAL_UPPER];

/**
 * Scores every fifth session, or every one, of every ticker at every horizon with a forecast. Throws if quantiles cross or a
 * price is not finite and positive.
 */
export function scoreFolder(
  folder: readonly DailyBars[],
  modelFor: (bars: DailyBars) => PooledModel,
  isEveryDay = false,
  dates: ResultsDates = 'known',
): ReadonlyMap<HorizonDays, readonly Scored[]> {
  const scores = new Map<HorizonDays, Scored[]>(HORIZON_OPTIONS_DAYS.map((horizonDays) => [horizonDays, []]));
  for (const [ticker, bars] of folder.entries()) {
    if (bars.kind === 'none') continue;
    const { close } = bars.candles;
    const step = isEveryDay ? 1 : STEP_SESSIONS;
    const first = Math.max(bars.scoreFrom, MIN_FORECAST_BARS - 1) + (ticker % step);
    for (let origin = first; origin + 1 < close.length; origin += step) {
      const volatility = readAt(bars, origin, modelFor(bars), dates);
      const { logClose } = volatility.own;
      if (setPriceError(logClose, logClose.length - 1)?.reason === 'set_price') continue;
      for (const horizonDays of HORIZON_OPTIONS_DAYS) {
        if (origin + horizonDays < close.length) {
          scores.get(horizonDays)!.push(scoreOne(bars, volatility, origin, horizonDays));
        }
      }
    }
  }
  return scores;
}

/** The facts known about a ticker at the close of bar `origin`. */
function readAt(bars: DailyBars, origin: number, model: PooledModel, dates: ResultsDates): Volatility {
  const { candles, calendar, kind, results } = bars;
  const known = sliceCandles(candles, Math.max(0, origin + 1 - MAX_HISTORY_BARS), origin + 1);
  const nextResultsSeconds = dates === 'known' ? nextResultsOf(known, results ?? []) : null;
  return readVolatility({ candles: known, calendar, kind, nextResultsSeconds }, model);
}

/** Scores the forecast from the last bar of a history, which is bar `origin` of all bars. */
function scoreOne(
  { group, candles, results }: DailyBars,
  volatility: Volatility,
  origin: number,
  horizonDays: HorizonDays,
): Scored {
  const { time, close } = volatility.candles;
  const { logClose } = volatility.own;
  const spread = spreadAt(volatility, close.length - 1, horizonDays);
  const outcome = candles.close[origin + horizonDays]! / close.at(-1)!;
  const move = medianMove(volatility.kind, close.length - 1, horizonDays);
  const band = project(1, spread, move);
  assertSane(band.low95, band.low80, band.low50, band.price, band.high50, band.high80, band.high95);
  const sigma = sigmaOf(logClose);
  const unit = sigma * Math.sqrt(horizonDays);
  // The baseline gets the median's move too, because drift is not skill.
  const baselineEdge = (z: number): number => Math.exp(move + unit * z);
  let crps = 0;
  let baselineCrps = 0;
  let centredCrps = 0;
  for (const [i, level] of CRPS_LEVELS.entries()) {
    const residual = residualQuantile(spread.quantiles, level);
    const quantile = Math.exp(move + spread.sigma * residual);
    crps += pinball(outcome, quantile, level);
    baselineCrps += pinball(outcome, baselineEdge(NORMAL[i]!), level);
    centredCrps += pinball(outcome, Math.exp(unit * NORMAL[i]!), level);
  }
  const percent = CONFIDENCE_WITHIN_PERCENT[horizonDays];
  const ratio = sigmaOf(logClose.subarray(-STATE_SESSIONS - 1)) / sigma;
  return {
    block: isoDate(time.at(-1)!).slice(0, 7),
    group,
    hasResults:
      results && candles.results?.subarray(origin + 1, origin + horizonDays + 1).includes(1) === true,
    crps: crps / unit,
    baselineCrps: baselineCrps / unit,
    winkler95: intervalScore(outcome, band.low95, band.high95, 0.05) / unit,
    baselineWinkler95:
      intervalScore(outcome, baselineEdge(-NORMAL_975), baselineEdge(NORMAL_975), 0.05) / unit,
    centredCrps: centredCrps / unit,
    centredWinkler95:
      intervalScore(outcome, Math.exp(-unit * NORMAL_975), Math.exp(unit * NORMAL_975), 0.05) / unit,
    winkler80: intervalScore(outcome, band.low80, band.high80, 0.2) / unit,
    baselineWinkler80: intervalScore(outcome, baselineEdge(-NORMAL_90), baselineEdge(NORMAL_90), 0.2) / unit,
    inside80: outcome >= band.low80 && outcome <= band.high80,
    inside95: outcome >= band.low95 && outcome <= band.high95,
    state: STATE_LIMITS.filter((limit) => ratio >= limit).length,
    error: Math.abs(outcome - band.price) / unit,
    noChangeError: Math.abs(outcome - 1) / unit,
    claims: {
      up: { stated: band.probabilityUp, isTrue: outcome > 1 },
      up_2: { stated: band.probabilityBuy, isTrue: outcome >= 1.02 },
      down_2: { stated: band.probabilitySell, isTrue: outcome <= 0.98 },
      within: {
        stated: probabilityWithin(percent, spread),
        isTrue: Math.abs(outcome / band.price - 1) <= percent / 100,
      },
    },
  };
}

/** Sigma of all returns up to the last bar. */
function sigmaOf(logClose: Float64Array): number {
  return baselineSigmas(logClose)(logClose.length - 1);
}

function assertSane(...ladder: readonly number[]): void {
  const isSane = ladder.every((price, i) => price > (ladder[i - 1] ?? 0) && price < Infinity);
  if (!isSane) throw new Error(`a forecast crosses, is not finite or not positive: ${ladder.join(', ')}`);
}

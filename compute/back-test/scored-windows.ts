import { isInSample } from '../forecast/fitted-dates.ts';
import { medianMove } from '../forecast/kind-rules.ts';
import { project, residualCdf } from '../forecast/projection.ts';
import { spreadAt, type Volatility } from '../forecast/volatility.ts';
import { isoDate, type IsoDate } from '../dates/iso-date.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import { bandLoss, baselineBandLoss, baselineSigmas, NORMAL_90 } from './baseline-bands.ts';
import { independentWindows, meanInterval, skillInterval, windowSums, type Estimate } from './intervals.ts';

export interface ScoredSpan {
  readonly horizonDays: HorizonDays;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly inSample: boolean;
  readonly n: number;
  /** The number of non-overlapping windows: the most observations that an interval counts. */
  readonly nEffective: number;
}

export function scoredSpan(
  time: Float64Array,
  first: number,
  n: number,
  stepSessions: number,
  horizonDays: HorizonDays,
): ScoredSpan {
  const from = isoDate(time[first]!);
  const to = isoDate(time[first + (n - 1) * stepSessions + horizonDays]!);
  const nEffective = independentWindows(n, stepSessions, horizonDays);
  return { horizonDays, from, to, inSample: isInSample(from, to), n, nEffective };
}

/** Errors, losses and widths are shares of the origin's price. */
type Amount = 'error' | 'noChangeError' | 'bandLoss' | 'baselineLoss' | 'width' | 'baselineWidth';

/** 1 if it happened, else 0. */
type Event = 'inside80' | 'inside95' | 'moved' | 'rose' | 'hit';

/** The narrowest interval that contains the outcome: a share 0…1 for the model, a half-width in sigmas for the baseline. */
type Needed = 'neededShare' | 'neededSigmas';

export type ScoredWindow = Readonly<Record<Amount | Event | Needed, number>>;

/**
 * Returns a function that scores the forecast from a bar, which uses no later one, beside the baseline. Without an outcome only
 * the widths are numbers.
 */
export function windowScorer(
  volatility: Volatility,
  horizonDays: HorizonDays,
): (origin: number) => ScoredWindow {
  const { close } = volatility.candles;
  const sessionSigma = baselineSigmas(volatility.own.logClose);
  return (origin) => {
    const base = close[origin]!;
    const outcome = close[origin + horizonDays] ?? NaN;
    const spread = spreadAt(volatility, origin, horizonDays);
    const move = medianMove(volatility.kind, origin, horizonDays);
    const projection = project(base, spread, move);
    const { price, low80, high80, low95, high95 } = projection;
    const baselineSigma = sessionSigma(origin) * Math.sqrt(horizonDays);
    const surprise = Math.log(outcome / base) - move;
    return {
      error: Math.abs(outcome - price) / base,
      noChangeError: Math.abs(outcome - base) / base,
      bandLoss: bandLoss(outcome, projection) / base,
      baselineLoss: baselineBandLoss(outcome, price, baselineSigma) / base,
      width: (high80 - low80) / base,
      baselineWidth:
        (price * (Math.exp(baselineSigma * NORMAL_90) - Math.exp(-baselineSigma * NORMAL_90))) / base,
      inside80: Number(outcome >= low80 && outcome <= high80),
      inside95: Number(outcome >= low95 && outcome <= high95),
      moved: Number(outcome !== base),
      rose: Number(outcome > base),
      hit: Number(outcome !== base && outcome > base === price > base),
      neededShare: Math.abs(2 * residualCdf(spread.quantiles, surprise / spread.sigma) - 1),
      neededSigmas: Math.abs(surprise) / baselineSigma,
    };
  };
}

export class WindowScores {
  readonly #windows: readonly ScoredWindow[];
  readonly #blockSums: (values: Float64Array) => Float64Array;

  constructor(windows: readonly ScoredWindow[], stepSessions: number, horizonDays: HorizonDays) {
    this.#windows = windows;
    this.#blockSums = (values) => windowSums(values, stepSessions, horizonDays);
  }

  of(measure: keyof ScoredWindow): Float64Array {
    return Float64Array.from(this.#windows, (window) => window[measure]);
  }

  sums(measure: keyof ScoredWindow): Float64Array {
    return this.#blockSums(this.of(measure));
  }

  percent(measure: keyof ScoredWindow): Estimate {
    const counts = this.#blockSums(new Float64Array(this.#windows.length).fill(1));
    const { value, low, high } = meanInterval(this.sums(measure), counts);
    return { value: value * 100, low: low * 100, high: high * 100 };
  }

  skill(errors: keyof ScoredWindow, references: keyof ScoredWindow): Estimate {
    return skillInterval(this.sums(errors), this.sums(references));
  }
}

import type { Candles } from '../candles.ts';
import { HORIZON_OPTIONS_DAYS, type HorizonDays } from '../ticker-and-horizon.ts';
import { isoDate, type IsoDate } from '../iso-date.ts';
import type { TradingCalendar } from '../market-clock/trading-calendar.ts';
import { meanInterval, shareInterval, skillInterval, windowBlocks, type Estimated } from './intervals.ts';
import {
  bandLoss,
  baselineBandLoss,
  baselineSigmas,
  NORMAL_90,
  NORMAL_CENTRAL_ENDS,
} from './baseline-bands.ts';
import { isInSample } from '../forecast/fitted-dates.ts';
import { project, residualCdf } from '../forecast/projection.ts';
import {
  DRIFT_PER_SESSION,
  MIN_FORECAST_BARS,
  readVolatility,
  spreadAt,
  type Volatility,
} from '../forecast/volatility.ts';

/** How often a central interval that should hold `nominal` of the outcomes held them. Shares 0…1. */
export interface CalibrationPoint {
  readonly nominal: number;
  readonly covered: Estimated;
  readonly baselineCovered: Estimated;
}

/** One measure of the model and of its baseline. */
export interface Measured {
  readonly model: Estimated;
  readonly baseline: Estimated;
}

/** The origins of one calendar year. */
export interface BackTestYear {
  readonly year: number;
  /** As in {@link HorizonBackTest}, of the year's forecasts. */
  readonly inSample: boolean;
  readonly n: number;
  readonly nEffective: number;
  readonly coverage80: Estimated;
  /** As in {@link HorizonBackTest}; `null` with fewer than two windows that do not overlap. */
  readonly bandSkill: Estimated | null;
}

/** Daily origins at one horizon. */
export interface HorizonBackTest {
  readonly horizonDays: HorizonDays;
  readonly from: IsoDate;
  /** The date on which the last forecast was settled. */
  readonly to: IsoDate;
  /** Whether the model's coefficients were fitted on some of these dates. */
  readonly inSample: boolean;
  readonly n: number;
  /** Windows that do not overlap. No interval counts more of them. */
  readonly nEffective: number;
  /** In ascending order of `nominal`. */
  readonly calibration: readonly CalibrationPoint[];
  /** Oldest first. */
  readonly years: readonly BackTestYear[];
  /** Absolute error of the median, percent of the origin's price; the baseline is the last close ("no change"). */
  readonly medianErrorPercent: Measured;
  /** Pinball loss over the median and the edges of the 50, 80 and 95 % bands, percent of the origin's price. */
  readonly bandLossPercent: Measured;
  /** Width of the 80 % band, percent of the origin's price. */
  readonly widthPercent: Measured;
  /** 1 − error of the median / error of "no change". */
  readonly medianSkill: Estimated;
  /** 1 − pinball loss / that of the constant-volatility band. */
  readonly bandSkill: Estimated;
}

/** Every horizon that could be scored; never empty. */
export type BackTest = readonly HorizonBackTest[];

/** Central intervals that are checked, at {@link NORMAL_CENTRAL_ENDS}. */
const NOMINAL_SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99] as const;

/** What rounding may move an outcome that lies on an edge. */
const EDGE_TOLERANCE = 1e-9;

/** Fewer non-overlapping windows than this say nothing. */
const MIN_INDEPENDENT = 8;

const FIRST_ORIGIN = MIN_FORECAST_BARS - 1;

/**
 * Scores the shipped forecast from every session of a history whose outcome is known, at every horizon, beside the
 * baseline: a random walk of the same median and constant volatility (normal, sigma of the up to 1250 sessions before the
 * origin). Each origin knows only the bars before it.
 * A horizon needs 8 windows that do not overlap and one that moved; `null` when none has them.
 */
export function backTest(candles: Candles, calendar: TradingCalendar): BackTest | null {
  const bars = candles.close.length;
  const horizons = HORIZON_OPTIONS_DAYS.filter(
    (horizonDays) => independent(originCount(bars, horizonDays), horizonDays) >= MIN_INDEPENDENT,
  );
  if (horizons.length === 0) return null;
  const volatility = readVolatility(candles, calendar);
  const baselineSigma = baselineSigmas(volatility.own.logClose);
  const results: HorizonBackTest[] = [];
  for (const horizonDays of horizons) {
    const windows = emptyWindows(originCount(bars, horizonDays), horizonDays);
    for (let i = 0; i < windows.n; i++) scoreWindow(windows, i, volatility, baselineSigma);
    // A price that stood still has no error that the median could save.
    if (windows.noChangeErrors.some((error) => error > 0)) results.push(summary(windows, candles.time));
  }
  return results.length === 0 ? null : results;
}

/** The scores of each window, in the order of their origins. Losses and widths are percent of the origin's price. */
function emptyWindows(n: number, horizonDays: HorizonDays) {
  const column = (): Float64Array => new Float64Array(n);
  return {
    horizonDays,
    n,
    medianErrors: column(),
    noChangeErrors: column(),
    bandLosses: column(),
    baselineLosses: column(),
    widths: column(),
    baselineWidths: column(),
    /** Share of the narrowest central interval that held the outcome, 0…1. */
    neededShares: column(),
    /** Half-width of the narrowest baseline interval that held it, in baseline sigmas. */
    neededSigmas: column(),
  };
}

type Windows = ReturnType<typeof emptyWindows>;

function scoreWindow(
  windows: Windows,
  i: number,
  volatility: Volatility,
  baselineSigma: (origin: number) => number,
): void {
  const { horizonDays } = windows;
  const { close } = volatility.candles;
  const origin = FIRST_ORIGIN + i;
  const base = close[origin]!;
  const outcome = close[origin + horizonDays]!;
  const percent = 100 / base;
  const spread = spreadAt(volatility, origin, horizonDays);
  const projection = project(base, spread, horizonDays);
  const sigma = baselineSigma(origin) * Math.sqrt(horizonDays);
  const surprise = Math.log(outcome / base) - DRIFT_PER_SESSION * horizonDays;
  windows.medianErrors[i] = Math.abs(outcome - projection.price) * percent;
  windows.noChangeErrors[i] = Math.abs(outcome - base) * percent;
  windows.bandLosses[i] = bandLoss(outcome, projection) * percent;
  windows.baselineLosses[i] = baselineBandLoss(outcome, projection.price, sigma) * percent;
  windows.widths[i] = (projection.high80 - projection.low80) * percent;
  windows.baselineWidths[i] =
    projection.price * (Math.exp(sigma * NORMAL_90) - Math.exp(-sigma * NORMAL_90)) * percent;
  windows.neededShares[i] = Math.abs(2 * residualCdf(spread.quantiles, surprise / spread.sigma) - 1);
  windows.neededSigmas[i] = Math.abs(surprise) / sigma;
}

/** Estimates from `n` daily windows, with intervals over their blocks. */
function estimator(n: number, horizonDays: HorizonDays) {
  const sums = windowBlocks(n, 1, horizonDays);
  const counts = sums(new Float64Array(n).fill(1));
  return {
    /** Share of the windows that needed no more than `limit`. */
    held(needed: Float64Array, limit: number): Estimated {
      // A logarithm is exact but for its last digits: an outcome on the edge counts as inside.
      const hits = needed.map((value) => Number(value <= limit + EDGE_TOLERANCE));
      return shareInterval(sums(hits), counts, independent(n, horizonDays));
    },
    mean: (values: Float64Array) => meanInterval(sums(values), counts),
    skill: (losses: Float64Array, baselineLosses: Float64Array) =>
      skillInterval(sums(losses), sums(baselineLosses)),
  };
}

function summary(windows: Windows, time: Float64Array): HorizonBackTest {
  const { horizonDays, n, neededShares, neededSigmas } = windows;
  const { held, mean, skill } = estimator(n, horizonDays);
  const measured = (model: Float64Array, baseline: Float64Array): Measured => ({
    model: mean(model),
    baseline: mean(baseline),
  });
  return {
    horizonDays,
    ...windowDates(time, 0, n, horizonDays),
    n,
    nEffective: independent(n, horizonDays),
    calibration: NOMINAL_SHARES.map((nominal, k) => ({
      nominal,
      covered: held(neededShares, nominal),
      baselineCovered: held(neededSigmas, NORMAL_CENTRAL_ENDS[k]!),
    })),
    years: scoresByYear(windows, time),
    medianErrorPercent: measured(windows.medianErrors, windows.noChangeErrors),
    bandLossPercent: measured(windows.bandLosses, windows.baselineLosses),
    widthPercent: measured(windows.widths, windows.baselineWidths),
    medianSkill: skill(windows.medianErrors, windows.noChangeErrors),
    bandSkill: skill(windows.bandLosses, windows.baselineLosses),
  };
}

function scoresByYear(
  { horizonDays, n, bandLosses, baselineLosses, neededShares }: Windows,
  time: Float64Array,
): BackTestYear[] {
  const yearOf = (i: number): number => new Date(time[FIRST_ORIGIN + i]! * 1000).getUTCFullYear();
  const years: BackTestYear[] = [];
  for (let from = 0; from < n;) {
    const year = yearOf(from);
    let to = from + 1;
    while (to < n && yearOf(to) === year) to++;
    const nEffective = independent(to - from, horizonDays);
    const { held, skill } = estimator(to - from, horizonDays);
    years.push({
      year,
      inSample: windowDates(time, from, to, horizonDays).inSample,
      n: to - from,
      nEffective,
      coverage80: held(neededShares.subarray(from, to), 0.8),
      bandSkill:
        nEffective < 2 ? null : skill(bandLosses.subarray(from, to), baselineLosses.subarray(from, to)),
    });
    from = to;
  }
  return years;
}

/** From the origin of window `first` to the outcome of the one before `end`. */
function windowDates(
  time: Float64Array,
  first: number,
  end: number,
  horizonDays: HorizonDays,
): Pick<HorizonBackTest, 'from' | 'to' | 'inSample'> {
  const from = isoDate(time[FIRST_ORIGIN + first]!);
  const to = isoDate(time[FIRST_ORIGIN + end - 1 + horizonDays]!);
  return { from, to, inSample: isInSample(from, to) };
}

function originCount(bars: number, horizonDays: HorizonDays): number {
  return Math.max(0, bars - horizonDays - FIRST_ORIGIN);
}

/** How many windows fit side by side into `n` daily ones. */
function independent(n: number, horizonDays: HorizonDays): number {
  return n === 0 ? 0 : Math.floor((n - 1 + horizonDays) / horizonDays);
}

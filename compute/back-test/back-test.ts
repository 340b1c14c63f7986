import type { Candles } from '../prices/candles.ts';
import { isInSample } from '../forecast/fitted-dates.ts';
import { firstTradedBar } from '../forecast/set-price.ts';
import { MIN_FORECAST_BARS, readVolatility, type ListingFacts } from '../forecast/volatility.ts';
import { isoDate } from '../dates/iso-date.ts';
import type { TradingCalendar } from '../forecast/model-calendar.ts';
import { HORIZON_OPTIONS_DAYS, type HorizonDays } from '../common/ticker-and-horizon.ts';
import { baselineSigmas, NORMAL_CENTRAL_ENDS } from './baseline-bands.ts';
import { meanInterval, shareInterval, skillInterval, windowBlocks, type Estimate } from './intervals.ts';
import { measureOf, scoreWindow, type ScoredSpan, type ScoredWindow } from './scored-windows.ts';

/** How often a central interval that should hold a `nominal` share of outcomes did hold them. Shares 0…1. */
export interface CalibrationPoint {
  readonly nominal: number;
  readonly covered: Estimate;
  readonly baselineCovered: Estimate;
}

export interface Measured {
  readonly model: Estimate;
  readonly baseline: Estimate;
}

/** The scores of one calendar year's origins. */
export interface BackTestYear extends Pick<ScoredSpan, 'inSample' | 'n' | 'nEffective'> {
  readonly year: number;
  readonly coverage80: Estimate;
  /** As in {@link HorizonBackTest}; `null` with fewer than two non-overlapping windows. */
  readonly bandSkill: Estimate | null;
}

/** The scores of one horizon, from daily origins. */
export interface HorizonBackTest extends ScoredSpan {
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
  readonly medianSkill: Estimate;
  /** 1 − pinball loss / that of the constant-volatility band. */
  readonly bandSkill: Estimate;
}

/** Every horizon that could be scored; never empty. */
export type BackTest = readonly HorizonBackTest[];

/** Shares of the central intervals to check; {@link NORMAL_CENTRAL_ENDS} has their normal quantiles. */
const NOMINAL_SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99] as const;

/** How far rounding can move an outcome that lies on an edge. */
const EDGE_TOLERANCE = 1e-9;

const MIN_INDEPENDENT = 8;

/**
 * Scores the shipped forecast from every session of a history that had one and whose outcome is known, at every horizon, beside
 * the baseline: a random walk of the same median and constant volatility (normal, sigma of the up to 1250 sessions before the
 * origin). Each origin knows only the bars before it. A horizon needs 8 non-overlapping windows, and one whose price moved;
 * `null` if no horizon qualifies.
 */
export function backTest(
  candles: Candles,
  calendar: TradingCalendar,
  facts: ListingFacts = {},
): BackTest | null {
  if (candles.close.length < MIN_FORECAST_BARS) return null;
  const volatility = readVolatility(candles, calendar, facts);
  const { logClose } = volatility.own;
  const first = firstTradedBar(logClose, MIN_FORECAST_BARS - 1);
  const time = candles.time.subarray(first);
  const originCount = (horizonDays: HorizonDays): number => Math.max(0, time.length - horizonDays);
  const horizons = HORIZON_OPTIONS_DAYS.filter(
    (horizonDays) => independent(originCount(horizonDays), horizonDays) >= MIN_INDEPENDENT,
  );
  const baselineSigma = baselineSigmas(logClose);
  const results: HorizonBackTest[] = [];
  for (const horizonDays of horizons) {
    const windows = Array.from({ length: originCount(horizonDays) }, (_, i) =>
      scoreWindow(volatility, first + i, horizonDays, baselineSigma(first + i)),
    );
    // If no price moved, "no change" has no error to improve on.
    if (windows.some(({ moved }) => moved > 0)) results.push(summary(windows, horizonDays, time));
  }
  return results.length === 0 ? null : results;
}

function estimator(windows: readonly ScoredWindow[], horizonDays: HorizonDays) {
  const n = windows.length;
  const blockSums = windowBlocks(n, 1, horizonDays);
  const sums = (measure: keyof ScoredWindow): Float64Array => blockSums(measureOf(windows, measure));
  const counts = blockSums(new Float64Array(n).fill(1));
  return {
    /** Share of the windows that needed no more than `limit`. */
    held(needed: 'neededShare' | 'neededSigmas', limit: number): Estimate {
      // Logarithms err in their last digits; an outcome on the edge counts as inside.
      const hits = measureOf(windows, needed).map((value) => Number(value <= limit + EDGE_TOLERANCE));
      return shareInterval(blockSums(hits), counts, independent(n, horizonDays));
    },
    percent(measure: keyof ScoredWindow): Estimate {
      const { value, low, high } = meanInterval(sums(measure), counts);
      return { value: value * 100, low: low * 100, high: high * 100 };
    },
    skill: (errors: keyof ScoredWindow, baselineErrors: keyof ScoredWindow) =>
      skillInterval(sums(errors), sums(baselineErrors)),
  };
}

function summary(
  windows: readonly ScoredWindow[],
  horizonDays: HorizonDays,
  time: Float64Array,
): HorizonBackTest {
  const { held, percent, skill } = estimator(windows, horizonDays);
  return {
    horizonDays,
    ...windowDates(time, 0, windows.length, horizonDays),
    n: windows.length,
    nEffective: independent(windows.length, horizonDays),
    calibration: NOMINAL_SHARES.map((nominal, k) => ({
      nominal,
      covered: held('neededShare', nominal),
      baselineCovered: held('neededSigmas', NORMAL_CENTRAL_ENDS[k]!),
    })),
    years: scoresByYear(windows, horizonDays, time),
    medianErrorPercent: { model: percent('error'), baseline: percent('noChangeError') },
    bandLossPercent: { model: percent('bandLoss'), baseline: percent('baselineLoss') },
    widthPercent: { model: percent('width'), baseline: percent('baselineWidth') },
    medianSkill: skill('error', 'noChangeError'),
    bandSkill: skill('bandLoss', 'baselineLoss'),
  };
}

function scoresByYear(
  windows: readonly ScoredWindow[],
  horizonDays: HorizonDays,
  time: Float64Array,
): BackTestYear[] {
  const yearOf = (i: number): number => new Date(time[i]! * 1000).getUTCFullYear();
  const years: BackTestYear[] = [];
  for (let from = 0; from < windows.length;) {
    const year = yearOf(from);
    let to = from + 1;
    while (to < windows.length && yearOf(to) === year) to++;
    const nEffective = independent(to - from, horizonDays);
    const { held, skill } = estimator(windows.slice(from, to), horizonDays);
    years.push({
      year,
      inSample: windowDates(time, from, to, horizonDays).inSample,
      n: to - from,
      nEffective,
      coverage80: held('neededShare', 0.8),
      bandSkill: nEffective < 2 ? null : skill('bandLoss', 'baselineLoss'),
    });
    from = to;
  }
  return years;
}

/** From window `first`'s origin to the outcome of the window before `end`; `time` begins at the first window's origin. */
function windowDates(
  time: Float64Array,
  first: number,
  end: number,
  horizonDays: HorizonDays,
): Pick<HorizonBackTest, 'from' | 'to' | 'inSample'> {
  const from = isoDate(time[first]!);
  const to = isoDate(time[end - 1 + horizonDays]!);
  return { from, to, inSample: isInSample(from, to) };
}

/** The number of non-overlapping windows among `n` daily ones. */
function independent(n: number, horizonDays: HorizonDays): number {
  return n === 0 ? 0 : Math.floor((n - 1 + horizonDays) / horizonDays);
}

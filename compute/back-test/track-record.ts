import type { HorizonDays } from '../ticker-and-horizon.ts';
import { isoDate, type IsoDate } from '../iso-date.ts';
import { shareInterval, skillInterval, windowBlocks, type Estimated } from './intervals.ts';
import { bandLoss, baselineBandLoss, baselineSigmas } from './baseline-bands.ts';
import { project, type Projection } from '../forecast/projection.ts';
import { MIN_FORECAST_BARS, spreadAt, type Volatility } from '../forecast/volatility.ts';
import { isInSample } from '../forecast/fitted-dates.ts';

/** Walk-forward scores of `forecast` on one series' own past: each origin knows only the bars before it. */
export interface TrackRecord {
  readonly horizonDays: HorizonDays;
  readonly from: IsoDate;
  /** The date on which the last forecast was settled. */
  readonly to: IsoDate;
  /** Whether some of these dates are among those that the model's coefficients were fitted on. */
  readonly inSample: boolean;
  readonly n: number;
  /** Windows that do not overlap. No interval counts more of them. */
  readonly nEffective: number;
  readonly coverage80: Estimated;
  readonly coverage95: Estimated;
  /** 1 − MAE / MAE of "no change"; errors in percent of the origin's price, so that each forecast weighs alike. */
  readonly skill: Estimated;
  /**
   * 1 − pinball loss / that of the baseline: a random walk of the same median and constant volatility (normal, sigma of the up to 1250
   * sessions before the origin), over the edges of the three bands and the median.
   */
  readonly bandSkill: Estimated;
  /** Share of moves whose direction the median called; windows that ended unchanged are left out. */
  readonly hitRate: Estimated;
  /** Share of the same moves that were rises: what "always up" would have hit. */
  readonly baseRate: number;
  /** Share of these forecasts whose 80 % range, as a share of the price, was narrower than that from the last bar, 0…1. */
  readonly widthRank: number;
}

/** Sessions between two origins: a week of a stock exchange. */
const ORIGIN_STEP_SESSIONS = 5;

/** Origins reach this many sessions back: a year of a stock exchange. */
const ORIGIN_SPAN_SESSIONS = 250;

/** Fewer scored windows than this say nothing. */
const MIN_SCORED = 8;

/** Bar of the first origin that {@link trackRecord} scores in a history of so many bars, or `null` if it is too short. */
function firstRecordOrigin(bars: number, horizonDays: HorizonDays): number | null {
  const lastOrigin = bars - 1 - horizonDays;
  const earliest = Math.max(MIN_FORECAST_BARS - 1, lastOrigin - ORIGIN_SPAN_SESSIONS + 1);
  const n = Math.floor((lastOrigin - earliest) / ORIGIN_STEP_SESSIONS) + 1;
  return n < MIN_SCORED ? null : lastOrigin - (n - 1) * ORIGIN_STEP_SESSIONS;
}

/**
 * Scores the shipped forecast on weekly origins (every 5 sessions) of the last 250 sessions whose outcome is known.
 * Shares 0…1, skill without unit. Every interval takes blocks of two months or more as the
 * observations ({@link windowBlocks}): good and bad weeks come in clusters.
 * `null` when fewer than 8 windows can be scored, or when no window moved at all.
 */
export function trackRecord(volatility: Volatility, horizonDays: HorizonDays): TrackRecord | null {
  const { time, close } = volatility.candles;
  const firstOrigin = firstRecordOrigin(close.length, horizonDays);
  if (firstOrigin === null) return null;
  const baselineSigma = baselineSigmas(volatility.own.logClose);
  const settled = close.length - 1;
  const n = (settled - horizonDays - firstOrigin) / ORIGIN_STEP_SESSIONS + 1;
  const errors = new Float64Array(n);
  const noChangeErrors = new Float64Array(n);
  const bandLosses = new Float64Array(n);
  const baselineLosses = new Float64Array(n);
  const inside80 = new Float64Array(n);
  const inside95 = new Float64Array(n);
  const moves = new Float64Array(n);
  const hits = new Float64Array(n);
  const widths = new Float64Array(n);
  let moved = 0;
  let rises = 0;
  for (let i = 0; i < n; i++) {
    const origin = firstOrigin + i * ORIGIN_STEP_SESSIONS;
    const base = close[origin]!;
    const outcome = close[origin + horizonDays]!;
    const projection = project(base, spreadAt(volatility, origin, horizonDays), horizonDays);
    widths[i] = width80(projection, base);
    errors[i] = Math.abs(outcome - projection.price) / base;
    noChangeErrors[i] = Math.abs(outcome - base) / base;
    bandLosses[i] = bandLoss(outcome, projection) / base;
    baselineLosses[i] =
      baselineBandLoss(outcome, projection.price, baselineSigma(origin) * Math.sqrt(horizonDays)) / base;
    inside80[i] = Number(outcome >= projection.low80 && outcome <= projection.high80);
    inside95[i] = Number(outcome >= projection.low95 && outcome <= projection.high95);
    if (outcome === base) continue;
    moves[i] = 1;
    moved++;
    if (outcome > base) rises++;
    hits[i] = Number(outcome > base === projection.price > base);
  }
  if (moved === 0) return null;

  const spanSessions = (n - 1) * ORIGIN_STEP_SESSIONS + horizonDays;
  const nEffective = Math.min(n, Math.floor(spanSessions / horizonDays));
  const sums = windowBlocks(n, ORIGIN_STEP_SESSIONS, horizonDays);
  const counts = sums(new Float64Array(n).fill(1));
  const from = isoDate(time[firstOrigin]!);
  const to = isoDate(time[settled]!);
  return {
    horizonDays,
    from,
    to,
    inSample: isInSample(from, to),
    n,
    nEffective,
    coverage80: shareInterval(sums(inside80), counts, nEffective),
    coverage95: shareInterval(sums(inside95), counts, nEffective),
    skill: skillInterval(sums(errors), sums(noChangeErrors)),
    bandSkill: skillInterval(sums(bandLosses), sums(baselineLosses)),
    hitRate: shareInterval(sums(hits), sums(moves), (nEffective * moved) / n),
    baseRate: rises / moved,
    widthRank: rankOfLatest(volatility, horizonDays, widths),
  };
}

/** {@link TrackRecord.widthRank} alone, at a small part of the cost; `null` where the history is too short for it. */
export function widthRank(volatility: Volatility, horizonDays: HorizonDays): number | null {
  const { close } = volatility.candles;
  const firstOrigin = firstRecordOrigin(close.length, horizonDays);
  if (firstOrigin === null) return null;
  const n = (close.length - 1 - horizonDays - firstOrigin) / ORIGIN_STEP_SESSIONS + 1;
  const widths = Float64Array.from({ length: n }, (_, i) =>
    widthAt(volatility, firstOrigin + i * ORIGIN_STEP_SESSIONS, horizonDays),
  );
  return rankOfLatest(volatility, horizonDays, widths);
}

/** The share of the widths that are under that of the range from the last bar. */
function rankOfLatest(volatility: Volatility, horizonDays: HorizonDays, widths: Float64Array): number {
  const latest = widthAt(volatility, volatility.candles.close.length - 1, horizonDays);
  return widths.filter((width) => width < latest).length / widths.length;
}

function widthAt(volatility: Volatility, bar: number, horizonDays: HorizonDays): number {
  const base = volatility.candles.close[bar]!;
  return width80(project(base, spreadAt(volatility, bar, horizonDays), horizonDays), base);
}

/** Width of the 80 % range as a share of the price that it starts from. */
function width80({ low80, high80 }: Projection, base: number): number {
  return (high80 - low80) / base;
}

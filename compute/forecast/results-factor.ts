/** How much the company's results widen a range: by its own past, and by the chance that they come within the horizon. */
import type { Candles } from '../prices/candles.ts';
import { SECONDS_PER_DAY } from '../dates/iso-date.ts';
import { isTradingDay, nextTradingDays } from './model-calendar.ts';
import type { TradingCalendar } from '../sessions/market-hours.ts';
import type { BarStates } from './bar-states.ts';

const QUARTER_SESSIONS = 63;
/** Median spacing of quarterly results. Other companies' reactions were not measured, so their ranges are unchanged. */
const MIN_QUARTER_SESSIONS = 55;
const MAX_QUARTER_SESSIONS = 75;

/** A reacting session's move relative to a usual one, over all companies. Counts as ten observations. */
const POOLED_RATIO = 3;
const POOLED_COUNT = 10;
/** A past move counts as at most this many deviations; the mean on usual sessions follows. */
const RATIO_CAP = 8;
const USUAL_RATIO = 0.82;

/** A reacting session's added variance, in usual ones, is this times (ratio² − 1). */
const EXCESS = 1.1;
/** Share of it already contained in the fitted average of all sessions. */
const FITTED_SHARE = 0.6;

/** The first bar at which the usual variance has settled. */
const FIRST_BAR = 59;

const SAME_DAY_LAST_YEAR_SECONDS = 364 * SECONDS_PER_DAY;
/** A date projected at most half a quarter after the last results has already come; a later one is the next. */
const HALF_QUARTER_SECONDS = 45 * SECONDS_PER_DAY;
const LONGEST_QUARTER_SECONDS = 150 * SECONDS_PER_DAY;

/** How many sessions after the projected one results came, −12 to 12; in hundredths of a percent of 20,335 cases. */
const PROJECTION_ERRORS = [
  3, 4, 6, 14, 9, 18, 42, 157, 122, 143, 233, 536, 4996, 960, 644, 489, 366, 919, 106, 73, 42, 41, 51, 14, 10,
];
const MAX_ERROR = (PROJECTION_ERRORS.length - 1) / 2;
/** Cumulative shares: below −12 + i sessions; the last is 1. */
const ERROR_SHARES: readonly number[] = /* @__PURE__ */ cumulativeShares(PROJECTION_ERRORS);
/** Overdue results are expected as if at least this share were still to come. */
const LEAST_SHARE_TO_COME = 0.02;
/** Only the first projected date counts if the second is further away. */
const SECOND_WITHIN_SESSIONS = 30;

/** The session still open after the last finished bar. */
export interface OpenSession {
  readonly seconds: number;
  /** Whether it reacts to results, so that its price already includes them. */
  readonly isReacting: boolean;
}

/** A history's results, at each bar from that bar and earlier ones. */
export interface ResultsState {
  /** The bars that reacted to results, and their dates, epoch seconds. */
  readonly bars: readonly number[];
  readonly times: readonly number[];
  /** Number of reacting bars up to each bar. */
  readonly counts: Uint16Array;
  /** Added variance of a reacting session, in usual ones, by the number of earlier ones. */
  readonly excess: readonly number[];
}

/** Reads a history's results; `null` without a known results session. */
export function resultsState({ results }: Candles, own: BarStates): ResultsState | null {
  if (results === undefined) return null;
  const { logTotal, usualRange } = own;
  const bars: number[] = [];
  const counts = new Uint16Array(results.length);
  const excess = [0];
  const spacings: number[] = [];
  let ratios = POOLED_RATIO * POOLED_COUNT;
  let weight = POOLED_COUNT;
  for (let t = results.indexOf(1, 1); t !== -1; t = results.indexOf(1, t + 1)) {
    if (bars.length > 0) spacings.push(t - bars.at(-1)!);
    bars.push(t);
    if (t >= FIRST_BAR) {
      const sigmas = Math.abs(logTotal[t]! - logTotal[t - 1]!) / Math.sqrt(usualRange[t]!);
      ratios += Math.min(sigmas, RATIO_CAP) / USUAL_RATIO;
      weight++;
    }
    excess.push(isQuarterly(spacings) ? excessOf(ratios / weight) : 0);
    counts.fill(bars.length, t);
  }
  return bars.length === 0 ? null : { bars, times: bars.map((bar) => own.time[bar]!), counts, excess };
}

function excessOf(ratio: number): number {
  return EXCESS * Math.max(0, ratio * ratio - 1);
}

/** Whether the median spacing is that of quarterly reports; true if there is none. */
function isQuarterly(spacings: readonly number[]): boolean {
  const median = spacings.toSorted((a, b) => a - b)[spacings.length >> 1] ?? QUARTER_SESSIONS;
  return median >= MIN_QUARTER_SESSIONS && median <= MAX_QUARTER_SESSIONS;
}

/** Factor on sigma over `sessions` if `expected` results sessions (0…1) are among them. */
export function resultsFactor(excess: number, expected: number, sessions: number): number {
  const quiet = 1 / Math.sqrt(1 + (FITTED_SHARE * excess) / QUARTER_SESSIONS);
  return Math.sqrt(1 + (excess * expected) / sessions) * quiet;
}

/** Factor on sigma for the `sessions` after bar `t`, all of them past, among which results came or did not. */
export function settledFactor({ bars, counts, excess }: ResultsState, t: number, sessions: number): number {
  const count = counts[t]!;
  return resultsFactor(excess[count]!, Number(t + sessions >= (bars[count] ?? Infinity)), sessions);
}

export interface NextResults {
  /** Added variance of the reacting session, in usual ones; 0 if the listing's reaction is unknown. */
  readonly excess: number;
  /** The reacting session, epoch seconds, possibly a past one if overdue; `null` if none can be projected. */
  readonly seconds: number | null;
  readonly isConfirmed: boolean;
  /** Expected number of results sessions (0…1) among the next `sessions`. */
  readonly chanceWithin: (sessions: number) => number;
}

/** The next results after bar `t`, or after a session open then; `null` if none are known. */
export function nextResultsAt(
  { calendar, time }: BarStates,
  state: ResultsState | null,
  t: number,
  open: OpenSession | null,
  confirmedSeconds: number | null,
): NextResults | null {
  const from = open?.seconds ?? time[t]!;
  const count = state?.counts[t] ?? 0;
  const excess = count === 0 ? excessOf(POOLED_RATIO) : state!.excess[count]!;
  const ahead = (seconds: number): number => sessionsBetween(from, seconds, calendar);
  if (confirmedSeconds !== null && confirmedSeconds > from) {
    const sessions = ahead(confirmedSeconds);
    return {
      excess,
      seconds: confirmedSeconds,
      isConfirmed: true,
      chanceWithin: (horizon) => Number(sessions <= horizon),
    };
  }
  const past = state?.times.slice(0, count) ?? [];
  const projected = projectedDates(open?.isReacting ? [...past, open.seconds] : past);
  if (projected === null) return null;
  const places = projected.map(ahead);
  const date = projected.find((_, i) => places[i]! >= -MAX_ERROR);
  return {
    excess,
    seconds: date === undefined ? null : nextTradingDays(date - SECONDS_PER_DAY, 1, calendar)[0]!,
    isConfirmed: false,
    chanceWithin: (horizon) =>
      projected.length === 0
        ? horizon / QUARTER_SESSIONS
        : Math.min(
            1,
            places.reduce((sum, place, i) => sum + chanceOf(place, i, horizon), 0),
          ),
  };
}

/** Projections of fewer past sessions say little; then nearly all projections of all companies were at most this far off. */
const FEWEST_PROJECTED = 3;
const POOLED_ERROR_DAYS = 7;

/** Nine in ten past projections of a history's results sessions were at most this many calendar days off. */
export function projectionErrorDays({ times }: Pick<ResultsState, 'times'>): number {
  const errors = times
    .flatMap((seconds, i) => {
      const projected = projectedDates(times.slice(0, i))?.[0];
      return projected === undefined ? [] : Math.abs(seconds - projected) / SECONDS_PER_DAY;
    })
    .sort((a, b) => a - b);
  if (errors.length < FEWEST_PROJECTED) return POOLED_ERROR_DAYS;
  return errors[Math.ceil(0.9 * errors.length) - 1]!;
}

/** The next two dates, 52 weeks after last year's, from ascending times; none under a year, `null` without any. */
function projectedDates(times: readonly number[]): readonly number[] | null {
  const last = times.at(-1);
  if (last === undefined) return null;
  let next = times.length - 1;
  while (next > 0 && times[next - 1]! + SAME_DAY_LAST_YEAR_SECONDS > last + HALF_QUARTER_SECONDS) next--;
  if (times[next]! + SAME_DAY_LAST_YEAR_SECONDS > last + LONGEST_QUARTER_SECONDS) return [];
  return times.slice(next, next + 2).map((seconds) => seconds + SAME_DAY_LAST_YEAR_SECONDS);
}

/** The chance that results projected `place` sessions ahead (possibly negative) and not yet published come within `horizon`. */
function chanceOf(place: number, index: number, horizon: number): number {
  if (index > 0 && place > SECOND_WITHIN_SESSIONS) return 0;
  const missed = shareUpTo(-place);
  return (shareUpTo(horizon - place) - missed) / Math.max(LEAST_SHARE_TO_COME, 1 - missed);
}

/** The share of results that came at most `sessions` after the projected session. */
function shareUpTo(sessions: number): number {
  return ERROR_SHARES[Math.min(Math.max(sessions + MAX_ERROR + 1, 0), ERROR_SHARES.length - 1)]!;
}

function cumulativeShares(cases: readonly number[]): readonly number[] {
  const total = cases.reduce((sum, n) => sum + n, 0);
  let sum = 0;
  return [0, ...cases.map((n) => (sum += n) / total)];
}

/** Dates further away than this are out of range: a month of sessions plus the largest error. */
const FAR_SECONDS = 70 * SECONDS_PER_DAY;

/** The position of a date's session, or of the next one, counted from the session of `from` (0). */
function sessionsBetween(from: number, date: number, calendar: TradingCalendar): number {
  if (Math.abs(date - from) > FAR_SECONDS) return date > from ? Infinity : -Infinity;
  let place = 0;
  const [first, end] = date > from ? [from + SECONDS_PER_DAY, date] : [date + SECONDS_PER_DAY, from];
  for (let day = first; day <= end; day += SECONDS_PER_DAY) place += Number(isTradingDay(day, calendar));
  if (date <= from) place = -place;
  return isTradingDay(date, calendar) ? place : place + 1;
}

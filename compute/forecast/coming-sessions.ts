/** What is known of the sessions that a forecast is about: where they stand in the quarter, and on which days they fall. */
import { SECONDS_PER_DAY } from '../iso-date.ts';
import { isHalfDay, isTradingDay, type TradingCalendar } from '../market-clock/trading-calendar.ts';

/** Sessions back to the same weeks of earlier quarters: companies report every 62 to 65 sessions. One column each. */
const CYCLE_LAGS: readonly number[] = [63, 126, 189, 252];
export const CYCLE_COUNT: number = CYCLE_LAGS.length;
/** Numbers of {@link calendarFeatures}. */
export const CALENDAR_COUNT = 5;

/** Average jump at or below which there is no cycle to read: no volumes. */
const LEAST_USUAL_JUMP = 0.01;
/** Share of the average jump that is added to both sides of the ratio: a quarter without any stays finite. */
const JUMP_PRIOR = 0.2;
/** Sessions by which reports come early or late. */
const CYCLE_MARGIN_SESSIONS = 3;
/** The averages are settled from this bar on. */
const FIRST_CYCLE_BAR = 60;

const MONDAY = 1;
const WEDNESDAY = 3;
const THURSDAY = 4;
const FRIDAY = 5;
const DECEMBER = 11;
/** Months (0…11) with half days; the others need not be asked. */
const HALF_DAY_MONTHS: ReadonlySet<number> = /* @__PURE__ */ new Set([6, 10, DECEMBER]);

/** Large moves on much volume, which come with reports. */
export interface Jumps {
  /** Sums of the jumps before each bar, n + 1 of them. */
  readonly jumpSums: Float64Array;
  /** Average jump up to each bar. */
  readonly usualJumps: Float64Array;
}

/**
 * The log ratio of the jumps around where the coming `sessions` stood one lag before bar `t` (the lag at `index`) to the
 * usual ones; 0 where that is before the averages are settled, or there are no jumps.
 */
export function cycleFeature(
  { jumpSums, usualJumps }: Jumps,
  t: number,
  sessions: number,
  index: number,
): number {
  const usual = usualJumps[t]!;
  const first = t + 1 - CYCLE_LAGS[index]! - CYCLE_MARGIN_SESSIONS;
  if (first < FIRST_CYCLE_BAR || usual <= LEAST_USUAL_JUMP) return 0;
  const width = sessions + 2 * CYCLE_MARGIN_SESSIONS;
  // (mean + prior · usual) / ((1 + prior) · usual)
  const ratio = (jumpSums[first + width]! - jumpSums[first]!) / (width * (1 + JUMP_PRIOR) * usual);
  return Math.log(ratio + JUMP_PRIOR / (1 + JUMP_PRIOR));
}

type Calendar = Exclude<TradingCalendar, 'daily'>;

/**
 * What {@link calendarFeatures} said of each date: all listings of an exchange share theirs, and a history asks for
 * hundreds.
 */
const CALENDAR_MEMO: Readonly<Record<Calendar, Map<number, readonly number[]>>> = {
  nyse: /* @__PURE__ */ new Map(),
  weekday: /* @__PURE__ */ new Map(),
};

/** Of the session after a date: after a holiday, midweek, Friday, late December, half day; each 0 or 1. */
export function calendarFeatures(afterSeconds: number, calendar: Calendar): readonly number[] {
  const known = CALENDAR_MEMO[calendar].get(afterSeconds);
  if (known !== undefined) return known;
  const flags = nextSessionFlags(afterSeconds, calendar);
  CALENDAR_MEMO[calendar].set(afterSeconds, flags);
  return flags;
}

function nextSessionFlags(afterSeconds: number, calendar: Calendar): readonly number[] {
  let days = 1;
  while (!isTradingDay(afterSeconds + days * SECONDS_PER_DAY, calendar)) days++;
  const next = afterSeconds + days * SECONDS_PER_DAY;
  const date = new Date(next * 1000);
  const weekday = date.getUTCDay();
  const month = date.getUTCMonth();
  return [
    Number(days > 3 || (days > 1 && weekday !== MONDAY)),
    Number(weekday === WEDNESDAY || weekday === THURSDAY),
    Number(weekday === FRIDAY),
    Number(month === DECEMBER && date.getUTCDate() >= 22),
    Number(HALF_DAY_MONTHS.has(month) && isHalfDay(next, calendar)),
  ];
}

/** What is known ahead of the forecast sessions: their place in the quarter and their dates. */
import { SECONDS_PER_DAY } from '../iso-date.ts';
import { isHalfDay, isTradingDay, type TradingCalendar } from '../market-clock/trading-calendar.ts';

/** Sessions back to the same weeks of earlier quarters, one column each: companies report every 62 to 65 sessions. */
const CYCLE_LAGS: readonly number[] = [63, 126, 189, 252];
export const CYCLE_COUNT: number = CYCLE_LAGS.length;
/** How many {@link calendarFeatures} there are. */
export const CALENDAR_COUNT = 5;

/** No cycle is read at or below this average jump: there are no volumes. */
const LEAST_USUAL_JUMP = 0.01;
/** This share of the average jump is added to both sides of the ratio, which stays finite in a quarter without jumps. */
const JUMP_PRIOR = 0.2;
/** How many sessions early or late reports may come. */
const CYCLE_MARGIN_SESSIONS = 3;
/** From this bar on the averages have settled. */
const FIRST_CYCLE_BAR = 60;

const MONDAY = 1;
const WEDNESDAY = 3;
const THURSDAY = 4;
const FRIDAY = 5;
const DECEMBER = 11;
/** Months (0…11) that have half days. */
const HALF_DAY_MONTHS: ReadonlySet<number> = /* @__PURE__ */ new Set([6, 10, DECEMBER]);

/** Large moves on high volume, as after reports. */
export interface Jumps {
  /** Sums of the jumps before each bar, n + 1 of them. */
  readonly jumpSums: Float64Array;
  /** Average jump up to each bar. */
  readonly usualJumps: Float64Array;
}

/**
 * The log ratio of the jumps around the coming `sessions` one lag earlier (the lag at `index`), seen from bar `t`, to the
 * usual jumps; 0 where the averages have not settled yet, or there are no jumps.
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
 * The {@link calendarFeatures} of each date, memoised: all listings of an exchange share them, and a history needs
 * hundreds.
 */
const CALENDAR_MEMO: Readonly<Record<Calendar, Map<number, readonly number[]>>> = {
  nyse: /* @__PURE__ */ new Map(),
  weekday: /* @__PURE__ */ new Map(),
};

/** Whether the session after a date follows a holiday, is midweek, a Friday, in late December, a half day; each 0 or 1. */
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

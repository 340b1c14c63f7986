import { dayOf, isoDate, SECONDS_PER_DAY } from './iso-date.ts';

const MIN_DATES = 4;
const MIN_GUESSES = 3;
/** How many recent spacings to read a rhythm from: two years of quarters. */
const RECENT_SPACINGS = 8;
const DAYS_PER_YEAR = 365.25;
/** 52 weeks: companies keep to the same weekday. */
const SAME_DAY_LAST_YEAR = 364;
/** An event that is overdue by half a spacing has stopped. */
const STOPPED_AFTER = 1.5;

/** An upcoming date as the wire has it. */
export interface Expected {
  readonly date: string;
  /** Whether it has been announced; otherwise it is estimated from past ones. */
  readonly status: 'confirmed' | 'estimated';
  /** 9 in 10 past estimates were at most this many calendar days off, each from the dates before it; 0 if confirmed. */
  readonly plus_minus_days: number;
}

/**
 * Estimates the next date after some past ones (`YYYY-MM-DD`, ascending): 52 weeks after last year's, or else the last date
 * plus the usual spacing. `null` for a series without a rhythm (more often than monthly, less often than yearly, or too short)
 * and for one that had stopped by `today`.
 */
export function nextDate(past: readonly string[], today: string): (Expected & { readonly n: number }) | null {
  const days = past.map(dayOf);
  const next = guess(days);
  const now = dayOf(today);
  if (next === null || !(now < days.at(-1)! + STOPPED_AFTER * next.spacing)) return null;
  const errors = days
    .map((day, index) => Math.abs(day - (guess(days.slice(0, index))?.day ?? Number.NaN)))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  if (errors.length < MIN_GUESSES) return null;
  const days90 = errors[Math.ceil(0.9 * errors.length) - 1]!;
  // An overdue event is expected today at the earliest.
  const date = isoDate(Math.max(next.day, now) * SECONDS_PER_DAY);
  return { date, status: 'estimated', plus_minus_days: days90, n: errors.length };
}

/** The next day after some past ones, and their usual spacing; `null` without a rhythm. */
function guess(days: readonly number[]): { readonly day: number; readonly spacing: number } | null {
  const last = days.at(-1);
  if (last === undefined || days.length < MIN_DATES) return null;
  const spacings = days
    .slice(-RECENT_SPACINGS - 1)
    .flatMap((day, index, recent) => (index === 0 ? [] : day - recent[index - 1]!))
    .toSorted((a, b) => a - b);
  const spacing = spacings[spacings.length >> 1]!;
  const perYear = Math.round(DAYS_PER_YEAR / spacing);
  if (!(perYear >= 1 && perYear <= 12)) return null;
  const usual = last + spacing;
  const sameDay = (days.at(-perYear) ?? Number.NaN) + SAME_DAY_LAST_YEAR;
  return { day: Math.abs(sameDay - usual) <= spacing / 2 ? sameDay : usual, spacing };
}

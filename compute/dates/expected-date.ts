/** When something that recurs comes next, such as a dividend or a company's results, and how far off such a guess usually is. */
import { isoDate, parseIsoDate, SECONDS_PER_DAY } from '../iso-date.ts';
import type { IsoDate } from '../iso-date.ts';

/** Fewer past dates, or fewer past guesses, say nothing. */
const MIN_DATES = 4;
const MIN_GUESSES = 3;
/** Spacings that a rhythm is taken from: two years of quarters. */
const RECENT_SPACINGS = 8;
const DAYS_PER_YEAR = 365.25;
/** 52 weeks: companies keep to days of the week. */
const SAME_DAY_LAST_YEAR = 364;
/** What has not come after one and a half spacings has stopped. */
const STOPPED_AFTER = 1.5;

export interface NextDate {
  readonly date: IsoDate;
  /** Nine in ten past guesses, each made in the same way from what was known before it, were at most this many days off. */
  readonly plusMinusDays: number;
  /** How many guesses that was measured on. */
  readonly n: number;
}

/**
 * The next of some past dates (`YYYY-MM-DD`, ascending): the day of the week that was 52 weeks after last year's, or the last
 * date and the usual spacing where last year's is of no help. `null` for a series without a rhythm (more often than monthly,
 * less often than yearly, or too short) and for one that had stopped by `today`.
 */
export function nextDate(past: readonly string[], today: string): NextDate | null {
  const days = past.map((date) => (parseIsoDate(date) ?? Number.NaN) / SECONDS_PER_DAY);
  const next = guess(days);
  const now = (parseIsoDate(today) ?? Number.NaN) / SECONDS_PER_DAY;
  if (next === null || !(now < days.at(-1)! + STOPPED_AFTER * next.spacing)) return null;
  const errors = days
    .map((day, index) => Math.abs(day - (guess(days.slice(0, index))?.day ?? Number.NaN)))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  if (errors.length < MIN_GUESSES) return null;
  const plusMinusDays = errors[Math.ceil(0.9 * errors.length) - 1]!;
  // A late one is expected today at the earliest.
  const date = isoDate(Math.max(next.day, now) * SECONDS_PER_DAY);
  return { date, plusMinusDays, n: errors.length };
}

/** The next of some days and their usual spacing; `null` without a rhythm. */
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

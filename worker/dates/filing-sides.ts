/** Whether results came before a session opened or after it closed, by the time at which the SEC accepted their filing. */
import { isoDate, SECONDS_PER_DAY, zonedDate, zonedSecondOfDay, type ResultsDay } from '#compute';

const TIMEZONE = 'America/New_York';
const HOUR = 3600;
/** The SEC accepts filings between these hours. */
const ACCEPTS_FROM = 6 * HOUR;
const ACCEPTS_UNTIL = 22 * HOUR;
const OPENS = 9.5 * HOUR;
const CLOSES = 16 * HOUR;

export interface Filing {
  /** As the SEC writes it: `2026-01-29T21:30:27.000Z`. */
  readonly acceptedAt: string;
  readonly isResults: boolean;
}

interface LocalTime {
  readonly date: string;
  readonly secondOfDay: number;
}

/**
 * The side of some results that a filer published on a date. Most filers' times are UTC; about one in five has New York's clock
 * under the same `Z`, in all its filings: read as UTC, one of them falls outside the SEC's hours, or most results within a session.
 */
export function sidesOf(
  filings: readonly Filing[],
): (acceptedAt: string, date: string) => ResultsDay['side'] {
  const times = filings.flatMap(({ acceptedAt, isResults }) => {
    const time = newYorkTime(acceptedAt, true);
    return time === null ? [] : [{ ...time, isResults }];
  });
  const results = times.filter(({ isResults }) => isResults);
  const during = results.filter(({ secondOfDay }) => secondOfDay >= OPENS && secondOfDay <= CLOSES);
  const isUtc =
    times.every(({ secondOfDay }) => secondOfDay >= ACCEPTS_FROM && secondOfDay <= ACCEPTS_UNTIL) &&
    2 * during.length <= results.length;
  return (acceptedAt, date) => {
    const time = newYorkTime(acceptedAt, isUtc);
    // A report filed on a later day does not tell when the results came.
    if (time === null || time.date !== date) return null;
    if (time.secondOfDay < OPENS) return 'before_open';
    return time.secondOfDay > CLOSES ? 'after_close' : null;
  };
}

function newYorkTime(text: string, isUtc: boolean): LocalTime | null {
  const seconds = Date.parse(text) / 1000;
  if (!Number.isFinite(seconds)) return null;
  return isUtc
    ? { date: isoDate(zonedDate(seconds, TIMEZONE)), secondOfDay: zonedSecondOfDay(seconds, TIMEZONE) }
    : { date: isoDate(seconds), secondOfDay: seconds % SECONDS_PER_DAY };
}

const UTC_DAY = { timeZone: 'UTC' } as const;

const DAY_MONTH = new Intl.DateTimeFormat('en-US', { ...UTC_DAY, month: 'short', day: 'numeric' });
const WEEKDAY = new Intl.DateTimeFormat('en-US', {
  ...UTC_DAY,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
});
const DAY = new Intl.DateTimeFormat('en-US', { ...UTC_DAY, month: 'short', day: 'numeric', year: 'numeric' });
const FULL_DAY = new Intl.DateTimeFormat('en-US', { ...UTC_DAY, dateStyle: 'full' });
const MONTH = new Intl.DateTimeFormat('en-US', { ...UTC_DAY, month: 'short' });
const YEAR = new Intl.DateTimeFormat('en-US', { ...UTC_DAY, year: 'numeric' });
const LOCAL_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

/** How a calendar date is written: "Nov 20", "Fri, Nov 20", "Nov 20, 2026", "Friday, November 20, 2026", "Nov", "2026". */
const STYLES = {
  short: DAY_MONTH,
  weekday: WEEKDAY,
  day: DAY,
  full: FULL_DAY,
  month: MONTH,
  year: YEAR,
} as const;

/**
 * A session's calendar date. `epochSeconds` is 00:00 UTC of that date and is read in UTC, so a daily bar never slides
 * to the day before in a western time zone.
 */
export function formatSessionDate(epochSeconds: number, style: keyof typeof STYLES): string {
  return Number.isFinite(epochSeconds) ? STYLES[style].format(epochSeconds * 1000) : 'N/A';
}

/** The calendar date of an instant (epoch milliseconds) where the reader is: "Nov 20, 2026". */
export function formatLocalDate(epochMs: number): string {
  return LOCAL_DAY.format(epochMs);
}

/** The reader's wall clock at an instant: "14:02". */
export function formatLocalTime(epochMs: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(epochMs);
}

/**
 * An ISO instant on the exchange's wall clock with the zone's city: "Nov 20, 15:59 New York"; with its year when that is
 * not the year of `nowMs` (epoch milliseconds). An unknown zone is shown in UTC and says so; an unreadable instant is
 * "time unknown".
 */
export function formatExchangeTime(isoInstant: string, timeZone: string, nowMs: number): string {
  const epochMs = Date.parse(isoInstant);
  if (Number.isNaN(epochMs)) return 'time unknown';
  const style = {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(new Date(epochMs).getUTCFullYear() !== new Date(nowMs).getUTCFullYear() && {
      year: 'numeric' as const,
    }),
  } as const;
  try {
    const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
    return `${new Intl.DateTimeFormat('en-US', { ...style, timeZone }).format(epochMs)} ${city}`;
  } catch {
    // Intl throws RangeError for a zone it does not know; the instant itself is still right in UTC.
    return `${new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' }).format(epochMs)} UTC`;
  }
}

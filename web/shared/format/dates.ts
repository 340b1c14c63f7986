import { parseIsoDate } from '#compute';
import { conventions, isLocalClock } from './conventions.ts';

/** How a calendar date is written: "Nov 20", "Fri, Nov 20", "Nov 20, 2026", "Friday, November 20, 2026", "Nov", "2026". */
const STYLES = {
  short: { month: 'short', day: 'numeric' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  day: { month: 'short', day: 'numeric', year: 'numeric' },
  full: { dateStyle: 'full' },
  month: { month: 'short' },
  year: { year: 'numeric' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** By locale and style. Constructing one costs about 50 µs. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * A session's calendar date. `epochSeconds` is 00:00 UTC of that date and is read in UTC, so a daily bar never slides
 * to the day before in a western time zone.
 */
export function formatSessionDate(epochSeconds: number, style: keyof typeof STYLES): string {
  if (!Number.isFinite(epochSeconds)) return 'N/A';
  const { dates } = conventions();
  const key = `${dates}/${style}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(dates, { ...STYLES[style], timeZone: 'UTC' });
    formatters.set(key, formatter);
  }
  return formatter.format(epochSeconds * 1000);
}

/** The calendar date of an instant (epoch milliseconds) where the reader is: "Nov 20, 2026", long "November 20, 2026". */
export function formatLocalDate(epochMs: number, style: 'day' | 'long' = 'day'): string {
  const options = style === 'day' ? STYLES.day : ({ dateStyle: 'long' } as const);
  return new Intl.DateTimeFormat(conventions().dates, options).format(epochMs);
}

/** The reader's wall clock at an instant: "14:02"; with its date when that is not the day of `nowMs`: "Nov 15, 2026, 14:02". */
export function formatLocalTime(epochMs: number, nowMs: number): string {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(epochMs);
  const day = formatLocalDate(epochMs);
  return day === formatLocalDate(nowMs) ? time : `${day}, ${time}`;
}

/**
 * An ISO instant on the exchange's wall clock with the zone's city: "Nov 20, 15:59 New York"; with its year when that is
 * not the year of `nowMs` (epoch milliseconds). An unknown zone is shown in UTC and says so; an unreadable instant is
 * "time unknown".
 * Where the reader chose it, all of this is on the clock of the reader: "Nov 20, 21:59 local time".
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
  const { dates } = conventions();
  if (isLocalClock()) return `${new Intl.DateTimeFormat(dates, style).format(epochMs)} local time`;
  try {
    const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
    return `${new Intl.DateTimeFormat(dates, { ...style, timeZone }).format(epochMs)} ${city}`;
  } catch {
    // Intl throws RangeError for a zone it does not know; the instant itself is still right in UTC.
    return `${new Intl.DateTimeFormat(dates, { ...style, timeZone: 'UTC' }).format(epochMs)} UTC`;
  }
}

/** The same of an ISO date: "2026-11-20" → "Nov 20, 2026"; "N/A" for any other text. */
export function formatIsoDate(date: string, style: keyof typeof STYLES = 'day'): string {
  return formatSessionDate(parseIsoDate(date) ?? Number.NaN, style);
}

/** A number of trading days in words: "1 day", "7 days". */
export function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

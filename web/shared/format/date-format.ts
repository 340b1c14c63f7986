import { parseIsoDate } from '#compute';
import type { Clock, Conventions } from '../settings/settings.ts';

/** How a calendar date is written: "Nov 20", "Fri, Nov 20", "Nov 20, 2026", "Friday, November 20, 2026", "Nov", "2026". */
const STYLES = {
  short: { month: 'short', day: 'numeric' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  day: { month: 'short', day: 'numeric', year: 'numeric' },
  full: { dateStyle: 'full' },
  month: { month: 'short' },
  year: { year: 'numeric' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

type DateStyle = keyof typeof STYLES;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formatters of dates and times. `clock` says whose wall clock tells the time of a quote. */
export function dateFormat({ dates }: Conventions, clock: Clock) {
  /** Constructing one costs about 50 µs. */
  const formatters = new Map<string, Intl.DateTimeFormat>();

  /** An instant by the options of `Intl.DateTimeFormat`. Throws a RangeError for a time zone that it does not know. */
  function write(epochMs: number, options: Intl.DateTimeFormatOptions, locale = dates): string {
    const key = `${locale} ${JSON.stringify(options)}`;
    let formatter = formatters.get(key);
    if (formatter === undefined) {
      formatter = new Intl.DateTimeFormat(locale, options);
      formatters.set(key, formatter);
    }
    return formatter.format(epochMs);
  }

  /**
   * A session's calendar date. `epochSeconds` is 00:00 UTC of that date and is read in UTC, so a daily bar never slides to
   * the day before in a western time zone. Not finite: "N/A".
   */
  function sessionDate(epochSeconds: number, style: DateStyle): string {
    if (!Number.isFinite(epochSeconds)) return 'N/A';
    return write(epochSeconds * 1000, { ...STYLES[style], timeZone: 'UTC' });
  }

  /** The calendar date of an instant (epoch milliseconds) where the reader is: "Nov 20, 2026", long "November 20, 2026". */
  function localDate(epochMs: number, style: 'day' | 'long' = 'day'): string {
    return write(epochMs, style === 'day' ? STYLES.day : { dateStyle: 'long' });
  }

  return {
    sessionDate,
    localDate,

    /** An ISO date: "2026-11-20" → "Nov 20, 2026"; "N/A" for any other text. */
    isoDate: (date: string, style: DateStyle = 'day'): string =>
      sessionDate(parseIsoDate(date) ?? Number.NaN, style),

    /** The reader's wall clock at an instant: "14:02"; on another day than `nowMs` with its date: "Nov 15, 2026, 14:02". */
    localTime(epochMs: number, nowMs: number): string {
      const time = write(epochMs, { hour: '2-digit', minute: '2-digit' }, 'en-GB');
      const day = localDate(epochMs);
      return day === localDate(nowMs) ? time : `${day}, ${time}`;
    },

    /**
     * An ISO instant on the exchange's wall clock with the zone's city: "Nov 20, 15:59 New York"; with its year when that is
     * not the year of `nowMs`. An unknown zone is shown in UTC and says so; an unreadable instant is "time unknown". A reader
     * who chose the local clock sees "Nov 20, 21:59 local time".
     */
    exchangeTime(isoInstant: string, timeZone: string, nowMs: number): string {
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
      if (clock === 'local') return `${write(epochMs, style)} local time`;
      try {
        const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
        return `${write(epochMs, { ...style, timeZone })} ${city}`;
      } catch {
        // Intl throws RangeError for a zone it does not know; the instant itself is still right in UTC.
        return `${write(epochMs, { ...style, timeZone: 'UTC' })} UTC`;
      }
    },

    /**
     * How long ago: under 1 minute "Just now", under 60 minutes "Nm ago", under 24 hours "Nh ago", under 7 days "Nd ago",
     * otherwise the date. An instant ahead of `nowMs` is "Just now"; what is no date is "Recently".
     */
    relativeTime(epochSeconds: number, nowMs: number): string {
      const thenMs = epochSeconds * 1000;
      if (!(epochSeconds > 0) || Number.isNaN(new Date(thenMs).getTime())) return 'Recently';
      const ageMs = nowMs - thenMs;
      if (ageMs < MINUTE_MS) return 'Just now';
      if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)}m ago`;
      if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)}h ago`;
      if (ageMs < 7 * DAY_MS) return `${Math.floor(ageMs / DAY_MS)}d ago`;
      return localDate(thenMs);
    },
  };
}

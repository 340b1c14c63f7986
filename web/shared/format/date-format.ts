import { isTimezone, parseIsoDate } from '#compute';
import type { Clock, Conventions } from '../user-data/settings.ts';

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

/** Formatters of dates and times. `clock` says whose wall clock tells a time: every time on a screen follows it. */
export function dateFormat({ dates }: Conventions, clock: Clock) {
  /** Constructing one costs about 50 µs. */
  const formatters = new Map<string, Intl.DateTimeFormat>();

  /** An instant by the options of `Intl.DateTimeFormat`. Throws a RangeError for a time zone that it does not know. */
  function write(epochMs: number, options: Intl.DateTimeFormatOptions): string {
    const key = JSON.stringify(options);
    let formatter = formatters.get(key);
    if (formatter === undefined) {
      formatter = new Intl.DateTimeFormat(dates, options);
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

  /**
   * The zone whose wall clock is shown for something at an exchange (`null`: at none, which only the reader's clock can tell).
   * `undefined` is the reader's. An exchange's unknown zone is UTC, where the instant is still right.
   */
  function zoneFor(exchange: string | null): string | undefined {
    if (clock === 'utc') return 'UTC';
    if (clock === 'local' || exchange === null) return undefined;
    return isTimezone(exchange) ? exchange : 'UTC';
  }

  /** What the shown clock is called: "New York", "local time", "UTC". */
  function clockName(exchange: string | null): string {
    const zone = zoneFor(exchange);
    return zone === undefined ? 'local time' : (zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone);
  }

  /** The calendar date of an instant (epoch milliseconds): "Nov 20, 2026", long "November 20, 2026". */
  function date(epochMs: number, exchange: string | null, style: 'day' | 'long' = 'day'): string {
    const options = style === 'day' ? STYLES.day : ({ dateStyle: 'long' } as const);
    return write(epochMs, { ...options, timeZone: zoneFor(exchange) });
  }

  return {
    sessionDate,
    zoneFor,
    clockName,
    date,

    /** An ISO date: "2026-11-20" → "Nov 20, 2026"; "N/A" for any other text. */
    isoDate: (text: string, style: DateStyle = 'day'): string =>
      sessionDate(parseIsoDate(text) ?? Number.NaN, style),

    /**
     * An instant (ISO or epoch milliseconds) with the name of its clock: "Nov 20, 15:59 New York"; with its year when that is
     * not the year of `nowMs`. An unreadable instant is "time unknown".
     */
    time(instant: string | number, exchange: string | null, nowMs: number): string {
      const epochMs = new Date(instant).getTime();
      if (Number.isNaN(epochMs)) return 'time unknown';
      const timeZone = zoneFor(exchange);
      const year = { year: 'numeric', timeZone } as const;
      const isThisYear = write(epochMs, year) === write(nowMs, year);
      const text = write(epochMs, {
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        ...(isThisYear ? { timeZone } : year),
      });
      return `${text} ${clockName(exchange)}`;
    },

    /**
     * How long ago: under 1 minute "Just now", under 60 minutes "Nm ago", under 24 hours "Nh ago", under 7 days "Nd ago",
     * otherwise the date. An instant ahead of `nowMs` is "Just now"; what is no date is "Recently".
     */
    relativeTime(epochSeconds: number, exchange: string | null, nowMs: number): string {
      const thenMs = epochSeconds * 1000;
      if (!(epochSeconds > 0) || Number.isNaN(new Date(thenMs).getTime())) return 'Recently';
      const ageMs = nowMs - thenMs;
      if (ageMs < MINUTE_MS) return 'Just now';
      if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)}m ago`;
      if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)}h ago`;
      if (ageMs < 7 * DAY_MS) return `${Math.floor(ageMs / DAY_MS)}d ago`;
      return date(thenMs, exchange);
    },
  };
}

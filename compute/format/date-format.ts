import { parseIsoDate } from '../dates/iso-date.ts';
import { isTimezone } from '../sessions/zoned-time.ts';
import { getOrCompute } from '../common/memoised.ts';
import type { Clock, Conventions } from './conventions.ts';

type DateStyle = 'short' | 'weekday' | 'day' | 'full' | 'month' | 'year';

/** How a calendar date is written: "Nov 20", "Fri, Nov 20", "Nov 20, 2026", "Friday, November 20, 2026", "Nov", "2026". */
const STYLES: Readonly<Record<DateStyle, Intl.DateTimeFormatOptions>> = {
  short: { month: 'short', day: 'numeric' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  day: { month: 'short', day: 'numeric', year: 'numeric' },
  full: { dateStyle: 'full' },
  month: { month: 'short' },
  year: { year: 'numeric' },
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formatters of dates and times. `exchange` is the exchange's time zone, or `null` for events outside an exchange. */
export interface DateFormat {
  /** A session's calendar date, from 00:00 UTC of that date and read in UTC. Not finite: "N/A". */
  readonly sessionDate: (epochSeconds: number, style: DateStyle) => string;
  /** An ISO date: "2026-11-20" → "Nov 20, 2026"; "N/A" for any other text. */
  readonly isoDate: (text: string, style?: DateStyle) => string;
  /** The zone whose wall clock is shown; `undefined` is the reader's. An exchange's unknown zone is UTC. */
  readonly zoneFor: (exchange: string | null) => string | undefined;
  /** What the shown clock is called: "New York", "local time", "UTC". */
  readonly clockName: (exchange: string | null) => string;
  /** The calendar date of an instant (epoch milliseconds): "Nov 20, 2026", long "November 20, 2026". */
  readonly date: (epochMs: number, exchange: string | null, style?: 'day' | 'long') => string;
  /** An instant as "Nov 20, 15:59 New York", with its year if not the year of `nowMs`; "time unknown" if unreadable. */
  readonly time: (instant: string | number, exchange: string | null, nowMs: number) => string;
  /**
   * How long ago: under 1 minute "Just now", under 60 minutes "Nm ago", under 24 hours "Nh ago", under 7 days "Nd ago",
   * otherwise the date. An instant ahead of `nowMs` is "Just now"; an invalid one is "Recently".
   */
  readonly relativeTime: (epochSeconds: number, exchange: string | null, nowMs: number) => string;
}

/** The date formatters of a region. Every time on screen follows `clock`. */
export function dateFormat({ dates }: Conventions, clock: Clock): DateFormat {
  /** Constructing one costs about 50 µs. */
  const formatters = new Map<string, Intl.DateTimeFormat>();

  /** Formats an instant with `Intl.DateTimeFormat`. Throws `RangeError` for an unknown time zone. */
  function write(epochMs: number, options: Intl.DateTimeFormatOptions): string {
    const key = JSON.stringify(options);
    return getOrCompute(formatters, key, () => new Intl.DateTimeFormat(dates, options)).format(epochMs);
  }

  function sessionDate(epochSeconds: number, style: DateStyle): string {
    if (!Number.isFinite(epochSeconds)) return 'N/A';
    return write(epochSeconds * 1000, { ...STYLES[style], timeZone: 'UTC' });
  }

  function zoneFor(exchange: string | null): string | undefined {
    if (clock === 'utc') return 'UTC';
    if (clock === 'local' || exchange === null) return undefined;
    return isTimezone(exchange) ? exchange : 'UTC';
  }

  function clockName(exchange: string | null): string {
    const zone = zoneFor(exchange);
    return zone === undefined ? 'local time' : (zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone);
  }

  function date(epochMs: number, exchange: string | null, style: 'day' | 'long' = 'day'): string {
    const options = style === 'day' ? STYLES.day : { dateStyle: 'long' as const };
    return write(epochMs, { ...options, timeZone: zoneFor(exchange) });
  }

  return {
    sessionDate,
    zoneFor,
    clockName,
    date,

    isoDate: (text, style = 'day') => sessionDate(parseIsoDate(text) ?? Number.NaN, style),

    time(instant, exchange, nowMs) {
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

    relativeTime(epochSeconds, exchange, nowMs) {
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

import { getOrCompute } from '../common/memoised.ts';
import { parseIsoDate } from '../dates/iso-date.ts';
import { isTimezone } from '../dates/zoned-time.ts';
import { type Clock, CONVENTIONS, type Region } from './conventions.ts';
import { NumberFormat } from './number-format.ts';

type DateStyle = 'short' | 'weekday' | 'dated' | 'day' | 'long' | 'full' | 'month' | 'year';

/** "Nov 20", "Fri, Nov 20", "Fri, Nov 20, 2026", "Nov 20, 2026", "November 20, 2026", "Friday, November 20, 2026", "Nov", "2026". */
const STYLES: Readonly<Record<DateStyle, Intl.DateTimeFormatOptions>> = {
  short: { month: 'short', day: 'numeric' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  dated: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  day: { month: 'short', day: 'numeric', year: 'numeric' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
  month: { month: 'short' },
  year: { year: 'numeric' },
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** An ISO date, a whole number with commas, a decimal (perhaps negative), or the space before a percent sign. */
const WRITTEN = /(\d{4}-\d\d-\d\d)|(\d{1,3}(?:,\d{3})+)|(?:(?<!\w)-)?\d*\.(\d+)| (?=%)/g;

/** Formatters of a region and a clock. `exchange` is an exchange's time zone, or `null` for events outside an exchange. */
export class Format extends NumberFormat {
  readonly region: Region;
  readonly clock: Clock;
  /** By options: constructing one costs about 50 µs. */
  readonly #dateFormatters = new Map<string, Intl.DateTimeFormat>();

  constructor(region: Region, clock: Clock) {
    super(CONVENTIONS[region]);
    this.region = region;
    this.clock = clock;
  }

  #write(epochMs: number, options: Intl.DateTimeFormatOptions): string {
    return getOrCompute(
      this.#dateFormatters,
      JSON.stringify(options),
      () => new Intl.DateTimeFormat(CONVENTIONS[this.region].dates, options),
    ).format(epochMs);
  }

  /** A session's calendar date, from 00:00 UTC of that date and read in UTC. Not finite: "N/A". */
  sessionDate = (epochSeconds: number, style: DateStyle): string =>
    Number.isFinite(epochSeconds)
      ? this.#write(epochSeconds * 1000, { ...STYLES[style], timeZone: 'UTC' })
      : 'N/A';

  /** An ISO date: "2026-11-20" → "Nov 20, 2026"; "N/A" for any other text. */
  isoDate = (text: string, style: DateStyle = 'day'): string =>
    this.sessionDate(parseIsoDate(text) ?? Number.NaN, style);

  /** The zone whose wall clock is shown; `undefined` is the reader's. An exchange's unknown zone is UTC. */
  zoneFor = (exchange: string | null): string | undefined => {
    if (this.clock === 'utc') return 'UTC';
    if (this.clock === 'local' || exchange === null) return undefined;
    return isTimezone(exchange) ? exchange : 'UTC';
  };

  /** What the shown clock is called: "New York", "local time", "UTC". */
  clockName = (exchange: string | null): string =>
    this.zoneFor(exchange)?.replace(/.*\//, '').replaceAll('_', ' ') ?? 'local time';

  date = (epochMs: number, exchange: string | null, style: DateStyle = 'day'): string =>
    this.#write(epochMs, { ...STYLES[style], timeZone: this.zoneFor(exchange) });

  /** An instant as "Nov 20, 15:59 New York", with its year if not the year of `nowMs`; "time unknown" if unreadable. */
  time = (instant: string | number, exchange: string | null, nowMs: number): string => {
    const epochMs = new Date(instant).getTime();
    if (Number.isNaN(epochMs)) return 'time unknown';
    const isThisYear = this.date(epochMs, exchange, 'year') === this.date(nowMs, exchange, 'year');
    const text = this.#write(epochMs, {
      ...STYLES[isThisYear ? 'short' : 'day'],
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: this.zoneFor(exchange),
    });
    return `${text} ${this.clockName(exchange)}`;
  };

  /** "Just now" under 1 minute and for the future, "5m ago", "3h ago", "6d ago", then the date; "Recently" if invalid. */
  relativeTime = (epochSeconds: number, exchange: string | null, nowMs: number): string => {
    const thenMs = epochSeconds * 1000;
    if (!(epochSeconds > 0) || Number.isNaN(new Date(thenMs).getTime())) return 'Recently';
    const ageMs = nowMs - thenMs;
    if (ageMs < MINUTE_MS) return 'Just now';
    if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)}m ago`;
    if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)}h ago`;
    if (ageMs < 7 * DAY_MS) return `${Math.floor(ageMs / DAY_MS)}d ago`;
    return this.date(thenMs, exchange);
  };

  /** A generated sentence with ISO dates and US numbers as the reader writes them: "2026-11-20" → "Nov 20, 2026". */
  sentence = (sentence: string): string =>
    sentence.replaceAll(WRITTEN, (written: string, date?: string, count?: string, decimals?: string) => {
      if (written === ' ') return '';
      if (date !== undefined) return this.isoDate(date);
      if (count !== undefined) return this.count(Number(count.replaceAll(',', '')));
      return this.fixed(Number(written), decimals?.length ?? 0);
    });
}

const formats = new Map<string, Format>();

/** The formatters of a region and a clock: pure, and the same object for the same choice. */
export function formatFor({ region, clock }: { readonly region: Region; readonly clock: Clock }): Format {
  return getOrCompute(formats, `${region} ${clock}`, () => new Format(region, clock));
}

/** A number of trading days in words: "1 day", "7 days". */
export function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

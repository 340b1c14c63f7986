/** Exchanges' announced sessions: dates, usual hours and early closes, from `session-lists.json`. */
import { getOrCompute, isTradingDay, SECONDS_PER_DAY, zonedInstant } from '#compute';
import table from './session-lists.json' with { type: 'json' };

/** Opening and closing time, minutes after midnight at the exchange. */
export type Hours = readonly [open: number, close: number];

export interface SessionList {
  /** First and last date with known holidays, epoch seconds at 00:00 UTC. */
  readonly known: readonly [from: number, to: number];
  /** Whether the exchange trades on a date; outside the known dates by its usual week. */
  isSession(dateSeconds: number): boolean;
  /** The usual hours of a date, shortened on a known half day. */
  hours(dateSeconds: number): Hours;
}

/** A list in the file: the week as digits of `Date.getUTCDay`, dates as `MMDD` by year, times of day in minutes. */
interface Row {
  readonly week: string;
  /** An earlier week and its last date. */
  readonly earlier?: { readonly until: string; readonly week: string };
  readonly hours: readonly number[];
  /** Hours during New York's summer time, for exchanges that follow its clock. */
  readonly summer?: readonly number[];
  readonly known: readonly string[];
  readonly closed: Dates;
  readonly extra?: Dates;
  readonly early?: readonly { readonly close: number; readonly dates: Dates }[];
}
type Dates = Readonly<Record<string, string>>;

const rows: Readonly<Record<string, Row>> = table;
const lists = new Map<string, SessionList>();

/** An exchange's list by its ISO 10383 code. Throws `RangeError` for an unknown code. */
export function sessionList(mic: string): SessionList {
  return getOrCompute(lists, mic, () => readList(mic));
}

export const SESSION_LISTS: readonly string[] = Object.keys(rows);

function readList(mic: string): SessionList {
  const row = rows[mic];
  if (row === undefined) throw new RangeError(`no session list for ${mic}`);
  const { week, earlier, hours, summer, known } = row;
  const [from, to] = known.map(secondsOf) as [number, number];
  const closed = new Set(datesOf(row.closed));
  const extra = new Set(row.extra && datesOf(row.extra));
  const early = new Map(
    row.early?.flatMap(({ close, dates }) => datesOf(dates).map((date) => [date, close] as const)),
  );
  const weekOn = (date: number) => (earlier && date <= secondsOf(earlier.until) ? earlier.week : week);
  return {
    known: [from, to],
    isSession(date) {
      // The New York rule reaches further back than its list.
      if (mic === 'XNYS' && date < from) return isTradingDay(date, 'nyse');
      return extra.has(date) || (!closed.has(date) && weekOn(date).includes(weekday(date)));
    },
    hours(date) {
      // In New York's summer, noon is at 16:00 UTC.
      const noon = summer && zonedInstant(date, SECONDS_PER_DAY / 2, 'America/New_York');
      const [open, close] = (noon === date + 16 * 3600 ? summer : hours) as Hours;
      return [open, early.get(date) ?? close];
    },
  };
}

function datesOf(dates: Dates): number[] {
  return Object.entries(dates).flatMap(([year, days]) =>
    days.split(' ').map((day) => secondsOf(`${year}-${day.slice(0, 2)}-${day.slice(2)}`)),
  );
}

function secondsOf(date: string): number {
  return Date.parse(date) / 1000;
}

export function weekday(dateSeconds: number): string {
  return String(new Date(dateSeconds * 1000).getUTCDay());
}

/**
 * `npm run sessions -- FILE.json`: writes the Worker's compact session lists, `worker/providers/venues/session-lists.json`, from one
 * list per exchange: regular week and hours, closed dates, extra sessions and early closes.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from './stack/repository.ts';

/** An exchange in the input file. Dates `YYYY-MM-DD`, times `HH:MM` at the exchange. */
interface ExchangeList {
  readonly weekdays: string;
  readonly regular_open: string;
  readonly regular_close: string;
  readonly known_from: string;
  readonly known_to: string;
  readonly closed: readonly string[];
  readonly extra_sessions: readonly string[];
  readonly early_closes_since_2025: Readonly<Record<string, string>>;
}

const TARGET = 'worker/providers/venues/session-lists.json';

/** The file's names of weeks, as digits of `Date.getUTCDay`. */
const WEEKS: Readonly<Record<string, string>> = { 'Mon-Fri': '12345', 'Sun-Thu': '01234' };

/** Summer hours of exchanges that follow New York's clock, while New York has summer time. */
const SUMMER_HOURS: Readonly<Record<string, readonly [string, string]>> = {
  BVMF: ['10:00', '17:00'],
  XMEX: ['07:30', '14:00'],
};

/** The last date of an exchange's earlier week, and that week. */
const EARLIER_WEEK: Readonly<Record<string, readonly [string, string]>> = {
  XTAE: ['2026-01-04', 'Sun-Thu'],
};

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error('Usage: npm run sessions -- FILE.json');
  process.exitCode = 1;
} else {
  const lists = JSON.parse(readFileSync(source, 'utf8')) as Record<string, ExchangeList>;
  const compact = Object.fromEntries(Object.entries(lists).map(([mic, list]) => [mic, compacted(mic, list)]));
  writeFileSync(fromRoot(TARGET), JSON.stringify(compact));
  execFileSync('npx', ['oxfmt', fromRoot(TARGET)], { stdio: 'inherit' });
}

function compacted(mic: string, list: ExchangeList) {
  const early = Object.entries(list.early_closes_since_2025);
  const [until, week = ''] = EARLIER_WEEK[mic] ?? [];
  const summer = SUMMER_HOURS[mic];
  return {
    week: weekOf(list.weekdays),
    ...(until && { earlier: { until, week: weekOf(week) } }),
    hours: [minutes(list.regular_open), minutes(list.regular_close)],
    ...(summer && { summer: summer.map(minutes) }),
    known: [list.known_from, list.known_to],
    closed: byYear(list.closed),
    ...(list.extra_sessions.length > 0 && { extra: byYear(list.extra_sessions) }),
    ...(early.length > 0 && {
      early: [...Map.groupBy(early, ([, time]) => time)].map(([time, dates]) => ({
        close: minutes(time),
        dates: byYear(dates.map(([date]) => date)),
      })),
    }),
  };
}

function weekOf(name: string): string {
  const week = WEEKS[name];
  if (week === undefined) throw new RangeError(`unknown week: ${name}`);
  return week;
}

/** `09:30` → 570. */
function minutes(time: string): number {
  const [hour = NaN, minute = NaN] = time.split(':').map(Number);
  return hour * 60 + minute;
}

/** `2026-01-19` → `{ 2026: '0119' }`; each year's dates in order, separated by spaces. */
function byYear(dates: readonly string[]): Readonly<Record<string, string>> {
  const years = Map.groupBy(dates.toSorted(), (date) => date.slice(0, 4));
  return Object.fromEntries(
    [...years].map(([year, days]) => [year, days.map((day) => day.slice(5).replace('-', '')).join(' ')]),
  );
}

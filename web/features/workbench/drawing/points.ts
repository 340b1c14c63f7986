/** Points of drawings: their positions among the bars, and their texts. */
import { SECONDS_PER_DAY, firstBarFrom, type Format, type Quoted, zonedDate } from '#compute';
import type { Drawing, DrawnPoint } from '../../../shared/user/drawings.ts';

/** Mean distance between bars in seconds. */
function meanStep(dates: Float64Array): number {
  const last = dates.length - 1;
  return last > 0 ? ((dates[last] ?? 0) - (dates[0] ?? 0)) / last : SECONDS_PER_DAY;
}

/**
 * Index of the bar that contains a time. Before the first bar it is negative and after the last one it continues, both by the mean
 * bar distance, so that a line keeps its slope even if the range lacks one of its ends.
 */
export function indexOfTime(dates: Float64Array, timeSeconds: number): number {
  const [first = 0, end = 0] = [dates[0], dates[dates.length - 1]];
  const step = meanStep(dates);
  if (timeSeconds < first) return -Math.ceil((first - timeSeconds) / step);
  if (timeSeconds >= end) return dates.length - 1 + Math.floor((timeSeconds - end) / step);
  const next = firstBarFrom(dates, timeSeconds);
  return dates[next] === timeSeconds ? next : next - 1;
}

/**
 * The time of a bar in whole seconds, also outside the bars; {@link indexOfTime} is the inverse. Since midnight UTC stands for a
 * daily bar's date, an intraday bar that starts then is one second later.
 */
export function timeOfIndex(dates: Float64Array, index: number): number {
  const last = dates.length - 1;
  const inside = Math.min(Math.max(index, 0), last);
  const step = meanStep(dates);
  const time = Math.ceil((dates[inside] ?? 0) + (index - inside) * step);
  return step < SECONDS_PER_DAY && time % SECONDS_PER_DAY === 0 ? time + 1 : time;
}

/** Everything that texts about drawings need. */
export interface DrawingTextContext {
  readonly format: Format;
  readonly quoted: Quoted;
  /** Past and some future sessions, oldest first; epoch seconds at 00:00 UTC. */
  readonly sessions: Float64Array;
  /** The last session of the history. */
  readonly latestSession: number;
  /** The exchange's time zone. */
  readonly timeZone: string;
}

/** A measured range, from its earlier to its later point: "+$12.00 (+5.97%), 12 sessions". */
export function measureText({ points }: Pick<Drawing, 'points'>, textContext: DrawingTextContext): string {
  const { format, quoted } = textContext;
  const [from, to] = inTime(points);
  if (from === undefined || to === undefined) return '';
  const change = to.price - from.price;
  const length = lengthText(from.time_seconds, to.time_seconds, textContext);
  const percent = format.percent((change / from.price) * 100, { signed: change !== 0 });
  return `${format.signedPrice(change, quoted, from.price)} (${percent}), ${length}`;
}

export function counted(format: Format, count: number, unit: string): string {
  return `${format.count(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** "38 minutes" within one day at the exchange, otherwise "12 sessions", or "40 days" if the sessions are unknown. */
function lengthText(from: number, to: number, { format, sessions, timeZone }: DrawingTextContext): string {
  const dayOf = (time: number) => (isSession(time) ? time : zonedDate(time, timeZone));
  const [first, last] = [dayOf(from), dayOf(to)];
  const areMinutes = !isSession(from) && !isSession(to) && first === last;
  if (areMinutes) return counted(format, Math.round((to - from) / 60), 'minute');
  const isKnown = first >= (sessions[0] ?? Infinity) && last <= (sessions[sessions.length - 1] ?? -Infinity);
  if (!isKnown) return counted(format, (last - first) / SECONDS_PER_DAY, 'day');
  const count = indexOfTime(sessions, last) - indexOfTime(sessions, first);
  return count === 0 ? 'within one session' : counted(format, count, 'session');
}

export function priceText(price: number, { format, quoted }: DrawingTextContext): string {
  return format.level(price, quoted);
}

/** "Aug 12, 2026 at $201.10"; for a point drawn on intraday bars "Nov 20, 15:59 New York at $201.10". */
export function pointText(point: DrawnPoint, textContext: DrawingTextContext): string {
  return `${timeText(point.time_seconds, textContext)} at ${priceText(point.price, textContext)}`;
}

/** Whether a time is a daily bar's: daily and longer bars start at midnight UTC. */
function isSession(seconds: number): boolean {
  return seconds % SECONDS_PER_DAY === 0;
}

export function timeText(seconds: number, { format, latestSession, timeZone }: DrawingTextContext): string {
  if (isSession(seconds)) return format.sessionDate(seconds, 'day');
  return format.time(seconds * 1000, timeZone, latestSession * 1000);
}

export function isoTime(point: DrawnPoint | undefined): string | null {
  if (point === undefined) return null;
  const text = new Date(point.time_seconds * 1000).toISOString();
  return isSession(point.time_seconds) ? text.slice(0, 10) : text;
}

export function inTime(points: readonly DrawnPoint[]): readonly DrawnPoint[] {
  return points.toSorted((a, b) => a.time_seconds - b.time_seconds);
}

import { firstBarFrom, type Candles } from '../prices/candles.ts';
import { parseIsoDate, SECONDS_PER_DAY } from '../dates/iso-date.ts';
import { nextTradingDays } from './model-calendar.ts';
import type { TradingCalendar } from '../sessions/market-hours.ts';

/** A day on which a company published results; `side` is `null` if the time of day is not known. */
export interface ResultsDay {
  /** Date at the exchange, `YYYY-MM-DD`. */
  readonly date: string;
  readonly side: 'before_open' | 'after_close' | null;
}

export interface Reactions {
  /** Sessions that reacted to results or, the last of them, will; ascending, epoch seconds. */
  readonly sessions: readonly number[];
  /** The last one's results come after the close of the session before it. */
  readonly isAfterClose: boolean;
}

/** If two days are closer together, only the earlier one counts: the other is a correction or another report. */
const SAME_RESULTS_SECONDS = 25 * SECONDS_PER_DAY;

/** From this many past days on, their opening gaps show a listing's usual side; before that it is after the close. */
const MIN_DAYS_FOR_SIDE = 4;

/**
 * The sessions that reacted or will react to results: the same day for results before the open, the next session for results
 * after the close. If the time of day is not known, the side with the larger opening gaps after earlier results. A session
 * depends only on earlier days and bars. Days before the first bar are left out.
 */
export function reactingSessions(
  days: readonly ResultsDay[],
  candles: Candles,
  calendar: TradingCalendar,
): Reactions {
  const { time, open, close } = candles;
  const gapAt = (bar: number): number => Math.abs(Math.log(open[bar]! / close[bar - 1]!));
  const sessions: number[] = [];
  let previous = -Infinity;
  let judged = 0;
  let gapsSame = 0;
  let gapsNext = 0;
  let isAfterClose = false;
  for (const { date, side } of days) {
    const seconds = parseIsoDate(date);
    if (seconds === null || seconds - previous < SAME_RESULTS_SECONDS) continue;
    previous = seconds;
    if (!(seconds >= time[0]!)) continue;
    const usual = judged >= MIN_DAYS_FOR_SIDE && gapsSame > gapsNext ? 'before_open' : 'after_close';
    isAfterClose = (side ?? usual) === 'after_close';
    const from = isAfterClose ? seconds + SECONDS_PER_DAY : seconds;
    sessions.push(time[firstBarFrom(time, from)] ?? nextTradingDays(from - SECONDS_PER_DAY, 1, calendar)[0]!);
    const bar = firstBarFrom(time, seconds);
    if (bar > 0 && bar + 1 < time.length && time[bar] === seconds) {
      judged++;
      gapsSame += gapAt(bar);
      gapsNext += gapAt(bar + 1);
    }
  }
  return { sessions, isAfterClose };
}

/** The candles with their reacting sessions marked; the same object without any. Sessions after the last bar are ignored. */
export function withResults(candles: Candles, sessions: readonly number[]): Candles {
  const { time } = candles;
  const results = new Uint8Array(time.length);
  for (const seconds of sessions) {
    const bar = firstBarFrom(time, seconds);
    if (time[bar] === seconds) results[bar] = 1;
  }
  return results.includes(1) ? { ...candles, results } : candles;
}

/** The first reacting session after the last bar, whose date is confirmed; `null` if there is none. */
export function nextResultsOf({ time }: Candles, sessions: readonly number[]): number | null {
  return sessions.find((seconds) => seconds > time.at(-1)!) ?? null;
}

import { candlesFromRows, nextTradingDays } from '#compute';
import type { Candle, Period, Session } from '#compute';
import type { IntradayRange } from '../../contract/contract.ts';
import { barsOfInterval, partStarts, sessionParts } from '../intraday-bars.ts';
import type { IntradaySnapshot } from '../market-data.ts';
import { afterHoursPrice, extendedBars, MINUTE_SECONDS, minuteBars } from './intraday.ts';
import type { SampleListing } from './listings.ts';
import { publicListing } from './quote.ts';
import { sampleSeries } from './series.ts';
import type { SampleSession } from './series.ts';
import { latestSessionDate, sessionOn } from './trading-hours.ts';

const RANGES: Readonly<Record<IntradayRange, { readonly sessions: number; readonly minutes: number }>> = {
  '1d': { sessions: 1, minutes: 1 },
  '5d': { sessions: 5, minutes: 5 },
};

/**
 * The latest sessions that have opened, and what the next one has traded before its open. Their regular bars make the daily
 * ones of `sampleStock`.
 */
export function sampleIntraday(
  listing: SampleListing,
  range: IntradayRange,
  nowSeconds: number,
): IntradaySnapshot {
  const { sessions: count, minutes } = RANGES[range];
  const lastOpened = latestSessionDate(listing, nowSeconds);
  const upcoming = nextTradingDays(lastOpened, 1, listing.calendar)[0] ?? lastOpened;
  const isNextTrading = (sessionOn(listing, upcoming).pre?.startSeconds ?? Infinity) <= nowSeconds;
  const latest = isNextTrading ? upcoming : lastOpened;
  const sessions = sampleSeries(listing)
    .through(latest)
    .slice(isNextTrading ? -count - 2 : -count - 1);
  const shown = sessions.slice(1).map((session, index) => ({
    session,
    before: sessions[index] ?? session,
    hours: sessionOn(listing, session.time),
  }));
  const rows = shown.flatMap((day) => rowsOf(day, listing, nowSeconds));
  const bars = barsOfInterval(candlesFromRows(rows), minutes * MINUTE_SECONDS);
  const lastRowEnds = (rows.at(-1)?.time ?? 0) + MINUTE_SECONDS;
  return {
    source: 'sample',
    listing: publicListing(listing),
    intervalSeconds: minutes * MINUTE_SECONDS,
    bars,
    parts: sessionParts(
      bars.time,
      shown.flatMap(({ hours }) => partStarts(hours)),
    ),
    previousClose: sessions[0]?.close ?? null,
    session: sessionOn(listing, latest),
    asOfSeconds: Math.min(lastRowEnds, Math.floor(nowSeconds / MINUTE_SECONDS) * MINUTE_SECONDS),
    delayedMinutes: 0,
  };
}

interface Day {
  readonly session: SampleSession;
  /** The session before it. */
  readonly before: SampleSession;
  readonly hours: Session;
}

/** A day's minutes, oldest first, up to now. */
function rowsOf({ session, before, hours }: Day, listing: SampleListing, nowSeconds: number): Candle[] {
  const { pre, regular, post } = hours;
  const extended = (name: 'pre' | 'post', period: Period | null, from: number, to: number): Candle[] =>
    period === null
      ? []
      : extendedBars(session, listing, { name, from, to, ...clock(period) }, minuteOf(period, nowSeconds));
  return [
    ...extended('pre', pre, afterHoursPrice(before, listing), session.open),
    ...minuteBars(session, listing, clock(regular), minuteOf(regular, nowSeconds)),
    ...extended('post', post, session.close, afterHoursPrice(session, listing)),
  ];
}

function clock({ startSeconds, endSeconds }: Period) {
  return { startSeconds, minutes: (endSeconds - startSeconds) / MINUTE_SECONDS };
}

/** The number of the running minute; negative before the period. */
function minuteOf({ startSeconds }: Period, nowSeconds: number): number {
  return Math.floor((nowSeconds - startSeconds) / MINUTE_SECONDS);
}

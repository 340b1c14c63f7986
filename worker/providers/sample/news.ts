import { changePercent, isoDate, SECONDS_PER_DAY } from '#compute';
import type { Candle } from '#compute';
import type { Article } from '../../contract/contract.ts';
import { sessionOn } from './listings.ts';
import type { SampleListing } from './listings.ts';

/** How far back news goes; the requested window is cut from it. */
const NEWS_DAYS = 30;
/** The sessions that a report compares with: a month, a year. */
const MONTH_SESSIONS = 20;
const YEAR_SESSIONS = 252;

/** The least move, gap or turnover that is worth a report. */
const GAP_PERCENT = 1;
const QUIET_PERCENT = 0.25;
const STRONG_SIGMAS = 1.8;
const BUSY_TIMES = 1.4;
const STREAK_SESSIONS = 3;

/** A report before it gets its id; `kind` is unique within a session. */
interface Report {
  readonly kind: string;
  readonly atSeconds: number;
  readonly headline: string;
  readonly summary: string;
}

/** Reports on the last 30 days of a listing's simulated bars, newest first. They have no page, so no link. */
export function sampleNews(listing: SampleListing, bars: readonly Candle[], nowSeconds: number): Article[] {
  const since = nowSeconds - NEWS_DAYS * SECONDS_PER_DAY;
  const first = bars.findIndex((bar) => bar.time >= since - SECONDS_PER_DAY);
  const articles: Article[] = [];
  for (let index = Math.max(first, YEAR_SESSIONS); index < bars.length; index++) {
    const day = sessionDay(listing, bars, index);
    for (const report of reports(day)) {
      if (report.atSeconds > nowSeconds || report.atSeconds < since) continue;
      articles.push({
        id: `sample-${listing.symbol}-${isoDate(day.bar.time)}-${report.kind}`,
        datetime: report.atSeconds,
        url: '',
        image: '',
        headline: report.headline,
        summary: report.summary,
        source: 'Sample market',
      });
    }
  }
  return articles.sort((a, b) => b.datetime - a.datetime);
}

/** A session and what it is compared with. */
interface SessionDay {
  readonly name: string;
  readonly currency: string;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly bar: Candle;
  readonly previousClose: number;
  readonly changePercent: number;
  /** The change in standard deviations of the month before. */
  readonly sigmas: number;
  readonly volumeTimes: number;
  readonly isYearHigh: boolean;
  readonly isYearLow: boolean;
  /** How many sessions in a row, this one included, changed in the same direction. */
  readonly streak: number;
  /** Change over the last five sessions; `null` unless this is the week's last session. */
  readonly weekPercent: number | null;
}

function sessionDay(listing: SampleListing, bars: readonly Candle[], index: number): SessionDay {
  const close = (i: number): number => bars[i]?.close ?? NaN;
  const change = (i: number): number => changePercent(close(i - 1), close(i));
  const month = Array.from({ length: MONTH_SESSIONS }, (_, k) => index - 1 - k);
  const year = bars.slice(index - YEAR_SESSIONS, index).map((bar) => bar.close);
  const bar = bars[index];
  if (bar === undefined) throw new RangeError(`no session ${index}`);
  const { startSeconds, endSeconds } = sessionOn(listing, bar.time).regular;
  const variance = month.reduce((sum, i) => sum + change(i) ** 2, 0) / MONTH_SESSIONS;
  const meanVolume = month.reduce((sum, i) => sum + (bars[i]?.volume ?? 0), 0) / MONTH_SESSIONS;
  let streak = 1;
  while (change(index) * change(index - streak) > 0) streak++;
  const isFriday = new Date(bar.time * 1000).getUTCDay() === 5;
  return {
    name: listing.companyName,
    currency: listing.currency,
    opensAt: startSeconds,
    closesAt: endSeconds,
    bar,
    previousClose: close(index - 1),
    changePercent: change(index),
    sigmas: change(index) / Math.sqrt(variance),
    volumeTimes: bar.volume / meanVolume,
    isYearHigh: bar.close > Math.max(...year),
    isYearLow: bar.close < Math.min(...year),
    streak,
    weekPercent: isFriday ? changePercent(close(index - 5), bar.close) : null,
  };
}

function reports(day: SessionDay): Report[] {
  return [
    gapReport(day),
    closeReport(day),
    extremeReport(day),
    volumeReport(day),
    streakReport(day),
    weekReport(day),
  ].filter((report) => report !== null);
}

function gapReport({ name, bar, previousClose, opensAt, currency }: SessionDay): Report | null {
  const gap = changePercent(previousClose, bar.open);
  if (Math.abs(gap) < GAP_PERCENT) return null;
  return {
    kind: 'open',
    atSeconds: opensAt + 5 * 60,
    headline:
      gap > 0 ? `${name} jumps ${percent(gap)} at the open` : `${name} drops ${percent(gap)} at the open`,
    summary: `The first price was ${money(bar.open, currency)} after a close of ${money(previousClose, currency)}.`,
  };
}

function closeReport({
  name,
  bar,
  changePercent: change,
  sigmas,
  previousClose,
  closesAt,
  currency,
}: SessionDay): Report {
  const strong = Math.abs(sigmas) >= STRONG_SIGMAS;
  const verb = change > 0 ? (strong ? 'surges' : 'gains') : strong ? 'tumbles' : 'falls';
  return {
    kind: 'close',
    atSeconds: closesAt,
    headline:
      Math.abs(change) < QUIET_PERCENT
        ? `${name} ends the session little changed`
        : `${name} ${verb} ${percent(change)} to ${money(bar.close, currency)}`,
    summary: `The session moved between ${money(bar.low, currency)} and ${money(bar.high, currency)}; the close before was ${money(previousClose, currency)}.`,
  };
}

function extremeReport({ name, bar, isYearHigh, isYearLow, closesAt, currency }: SessionDay): Report | null {
  if (!isYearHigh && !isYearLow) return null;
  return {
    kind: 'extreme',
    atSeconds: closesAt + 10 * 60,
    headline: isYearHigh
      ? `${name} tops its highest close of the past year`
      : `${name} sinks to its lowest close of the past year`,
    summary: `The close of ${money(bar.close, currency)} is outside the range of the ${YEAR_SESSIONS} sessions before.`,
  };
}

function volumeReport({
  name,
  bar,
  volumeTimes,
  changePercent: change,
  closesAt,
}: SessionDay): Report | null {
  if (volumeTimes < BUSY_TIMES) return null;
  return {
    kind: 'volume',
    atSeconds: closesAt + 20 * 60,
    headline: `Heavy trading in ${name} as the price ${change > 0 ? 'climbs' : 'slides'}`,
    summary: `Volume was ${Math.round(bar.volume).toLocaleString('en-US')}, ${volumeTimes.toFixed(1)} times the average of ${MONTH_SESSIONS} sessions.`,
  };
}

function streakReport({ name, streak, changePercent: change, closesAt }: SessionDay): Report | null {
  if (streak < STREAK_SESSIONS) return null;
  const direction = change > 0 ? 'rises' : 'declines';
  return {
    kind: 'streak',
    atSeconds: closesAt + 30 * 60,
    headline: `${name} ${direction} for ${streak} sessions in a row`,
    summary: `The latest change was ${percent(change)}.`,
  };
}

function weekReport({ name, weekPercent, bar, closesAt, currency }: SessionDay): Report | null {
  if (weekPercent === null) return null;
  return {
    kind: 'week',
    atSeconds: closesAt + 60 * 60,
    headline: `${name} ends the week ${weekPercent > 0 ? 'up' : 'down'} ${percent(weekPercent)}`,
    summary: `Five sessions ended at ${money(bar.close, currency)}.`,
  };
}

function percent(value: number): string {
  return `${Math.abs(value).toFixed(1)}%`;
}

/** Formatted as on the page: "$199.94", "3,228.98p". */
function money(price: number, currency: string): string {
  if (/^[A-Z]{3}$/.test(currency)) {
    return price.toLocaleString('en-US', { style: 'currency', currency });
  }
  const amount = price.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return currency === 'GBp' ? `${amount}p` : `${amount} ${currency}`;
}

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
  /** Whether the session is worth it. */
  readonly isDue: boolean;
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
  /** Change over the last five sessions. */
  readonly weekPercent: number;
  readonly isFriday: boolean;
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
    weekPercent: changePercent(close(index - 5), bar.close),
    isFriday: new Date(bar.time * 1000).getUTCDay() === 5,
  };
}

function reports(day: SessionDay): readonly Report[] {
  return [...ofTheDay(day), ...ofManyDays(day)].filter(({ isDue }) => isDue);
}

/** What a session's own figures say. */
function ofTheDay(day: SessionDay): readonly Report[] {
  const { name, bar, previousClose, changePercent: change, sigmas, volumeTimes, opensAt, closesAt } = day;
  const money = (price: number): string => priceText(price, day.currency);
  const gap = changePercent(previousClose, bar.open);
  const isStrong = Math.abs(sigmas) >= STRONG_SIGMAS;
  const verb = change > 0 ? (isStrong ? 'surges' : 'gains') : isStrong ? 'tumbles' : 'falls';
  return [
    {
      kind: 'open',
      isDue: Math.abs(gap) >= GAP_PERCENT,
      atSeconds: opensAt + 5 * 60,
      headline: `${name} ${gap > 0 ? 'jumps' : 'drops'} ${percent(gap)} at the open`,
      summary: `The first price was ${money(bar.open)} after a close of ${money(previousClose)}.`,
    },
    {
      kind: 'close',
      isDue: true,
      atSeconds: closesAt,
      headline:
        Math.abs(change) < QUIET_PERCENT
          ? `${name} ends the session little changed`
          : `${name} ${verb} ${percent(change)} to ${money(bar.close)}`,
      summary: `The session moved between ${money(bar.low)} and ${money(bar.high)}; the close before was ${money(previousClose)}.`,
    },
    {
      kind: 'volume',
      isDue: volumeTimes >= BUSY_TIMES,
      atSeconds: closesAt + 20 * 60,
      headline: `Heavy trading in ${name} as the price ${change > 0 ? 'climbs' : 'slides'}`,
      summary: `Volume was ${Math.round(bar.volume).toLocaleString('en-US')}, ${volumeTimes.toFixed(1)} times the average of ${MONTH_SESSIONS} sessions.`,
    },
  ];
}

/** What a session says beside those before it. */
function ofManyDays(day: SessionDay): readonly Report[] {
  const { name, bar, changePercent: change, isYearHigh, isYearLow, streak, weekPercent, closesAt } = day;
  const close = priceText(bar.close, day.currency);
  return [
    {
      kind: 'extreme',
      isDue: isYearHigh || isYearLow,
      atSeconds: closesAt + 10 * 60,
      headline: `${name} ${isYearHigh ? 'tops its highest' : 'sinks to its lowest'} close of the past year`,
      summary: `The close of ${close} is outside the range of the ${YEAR_SESSIONS} sessions before.`,
    },
    {
      kind: 'streak',
      isDue: streak >= STREAK_SESSIONS,
      atSeconds: closesAt + 30 * 60,
      headline: `${name} ${change > 0 ? 'rises' : 'declines'} for ${streak} sessions in a row`,
      summary: `The latest change was ${percent(change)}.`,
    },
    {
      kind: 'week',
      isDue: day.isFriday,
      atSeconds: closesAt + 60 * 60,
      headline: `${name} ends the week ${weekPercent > 0 ? 'up' : 'down'} ${percent(weekPercent)}`,
      summary: `Five sessions ended at ${close}.`,
    },
  ];
}

function percent(value: number): string {
  return `${Math.abs(value).toFixed(1)}%`;
}

/** Formatted as on the page: "$199.94", "3,228.98p". */
function priceText(price: number, currency: string): string {
  if (/^[A-Z]{3}$/.test(currency)) {
    return price.toLocaleString('en-US', { style: 'currency', currency });
  }
  const amount = price.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return currency === 'GBp' ? `${amount}p` : `${amount} ${currency}`;
}

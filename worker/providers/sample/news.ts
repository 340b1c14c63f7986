import { changePercent, formatFor, isoDate, SECONDS_PER_DAY, type Candle } from '#compute';
import type { Article } from '../../contract/contract.ts';
import { venueSession } from '../venue-sessions.ts';
import type { SampleListing } from './listings.ts';

/** How far back news goes; requests get a window of it. */
const NEWS_DAYS = 30;

/** A change below the first is none, above the second a strong one. */
const QUIET_PERCENT = 0.25;
const STRONG_PERCENT = 3;

/** Two reports per day on the last 30 days of a listing's simulated bars, newest first. They have no page, hence no link. */
export function sampleNews(listing: SampleListing, bars: readonly Candle[], nowSeconds: number): Article[] {
  const since = nowSeconds - NEWS_DAYS * SECONDS_PER_DAY;
  const first = bars.findIndex((bar) => bar.time >= since - SECONDS_PER_DAY);
  return bars
    .slice(first)
    .flatMap((bar, day) => reportsOf(listing, bar, bars[first + day - 1] ?? bar))
    .filter(({ datetime }) => datetime >= since && datetime <= nowSeconds)
    .sort((a, b) => b.datetime - a.datetime);
}

function reportsOf(listing: SampleListing, bar: Candle, before: Candle): Article[] {
  const { symbol, companyName: name, instrument } = listing;
  const isFund = instrument === 'fund';
  const { startSeconds, endSeconds } = venueSession(listing, bar.time).regular;
  const format = formatFor({ region: 'us', clock: 'exchange' });
  const money = (price: number) => format.price(price, { ...listing, ticker: symbol });
  const headline = (change: number, quiet: string, move: (percent: string) => string) =>
    `${name} ${Math.abs(change) < QUIET_PERCENT ? quiet : move(`${Math.abs(change).toFixed(1)}%`)}`;
  const change = changePercent(before.close, bar.close);
  const gap = changePercent(before.close, bar.open);
  const isStrong = Math.abs(change) >= STRONG_PERCENT;
  const verb = change > 0 ? (isStrong ? 'surges' : 'gains') : isStrong ? 'tumbles' : 'falls';
  const shared = { url: '', image: '', source: 'Sample market' };
  const atOpen = {
    ...shared,
    id: `sample-${symbol}-${isoDate(bar.time)}-open`,
    datetime: startSeconds + 5 * 60,
    headline: headline(
      gap,
      'opens little changed',
      (percent) => `${gap > 0 ? 'jumps' : 'drops'} ${percent} at the open`,
    ),
    summary: `It opened at ${money(bar.open)} after closing at ${money(before.close)}.`,
  };
  const traded = `The session traded between ${money(bar.low)} and ${money(bar.high)}. `;
  const atClose = {
    ...shared,
    id: `sample-${symbol}-${isoDate(bar.time)}-close`,
    datetime: endSeconds,
    headline: headline(
      change,
      'ends the session little changed',
      (percent) => `${verb} ${percent} to ${money(bar.close)}`,
    ),
    summary: `${isFund ? '' : traded}The previous close was ${money(before.close)}.`,
  };
  return isFund ? [atClose] : [atOpen, atClose];
}

import { changePercent, formatFor, isoDate, SECONDS_PER_DAY, type Candle } from '#compute';
import type { Article } from '../../contract/contract.ts';
import { venueSession } from '../venues/venue-sessions.ts';
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
  const { startSeconds, endSeconds } = venueSession(listing, bar.time).regular;
  const format = formatFor({ region: 'us', clock: 'exchange' });
  const money = (price: number) => format.price(price, { ...listing, ticker: symbol });
  const change = changePercent(before.close, bar.close);
  const gap = changePercent(before.close, bar.open);
  const isStrong = Math.abs(change) >= STRONG_PERCENT;
  const verb = change > 0 ? (isStrong ? 'surges' : 'gains') : isStrong ? 'tumbles' : 'falls';
  const report = (part: 'open' | 'close', datetime: number, news: string, summary: string): Article => ({
    id: `sample-${symbol}-${isoDate(bar.time)}-${part}`,
    url: '',
    image: '',
    source: 'Sample market',
    datetime,
    headline: `${name} ${news}`,
    summary,
  });
  const opening = moveText(gap, 'opens little changed', gap > 0 ? 'jumps' : 'drops', 'at the open');
  const closing = moveText(change, 'ends the session little changed', verb, `to ${money(bar.close)}`);
  const opened = `It opened at ${money(bar.open)} after closing at ${money(before.close)}.`;
  const traded = `The session traded between ${money(bar.low)} and ${money(bar.high)}. `;
  const closed = `The previous close was ${money(before.close)}.`;
  if (instrument === 'fund') return [report('close', endSeconds, closing, closed)];
  return [
    report('open', startSeconds + 5 * 60, opening, opened),
    report('close', endSeconds, closing, traded + closed),
  ];
}

function moveText(percent: number, quiet: string, verb: string, where: string): string {
  const size = Math.abs(percent);
  return size < QUIET_PERCENT ? quiet : `${verb} ${size.toFixed(1)}% ${where}`;
}

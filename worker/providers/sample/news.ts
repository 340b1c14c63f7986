import { changePercent, isoDate, SECONDS_PER_DAY } from '#compute';
import type { Candle } from '#compute';
import type { Article } from '../../contract/contract.ts';
import { sessionOn } from '../exchanges.ts';
import type { SampleListing } from './listings.ts';

/** How far back news goes; the requested window is cut from it. */
const NEWS_DAYS = 30;

/** A smaller change is none, a larger one is strong. */
const QUIET_PERCENT = 0.25;
const STRONG_PERCENT = 3;

/** Two reports on each of the last 30 days of a listing's simulated bars, newest first. They have no page, so no link. */
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
  const { symbol, companyName: name } = listing;
  const { startSeconds, endSeconds } = sessionOn(listing, bar.time).regular;
  const money = (price: number) => priceText(price, listing.currency);
  const change = changePercent(before.close, bar.close);
  const gap = changePercent(before.close, bar.open);
  const isStrong = Math.abs(change) >= STRONG_PERCENT;
  const verb = change > 0 ? (isStrong ? 'surges' : 'gains') : isStrong ? 'tumbles' : 'falls';
  const article = (kind: string, datetime: number, headline: string, summary: string): Article => ({
    id: `sample-${symbol}-${isoDate(bar.time)}-${kind}`,
    datetime,
    url: '',
    image: '',
    headline,
    summary,
    source: 'Sample market',
  });
  return [
    article(
      'open',
      startSeconds + 5 * 60,
      Math.abs(gap) < QUIET_PERCENT
        ? `${name} opens little changed`
        : `${name} ${gap > 0 ? 'jumps' : 'drops'} ${percent(gap)} at the open`,
      `The first price was ${money(bar.open)} after a close of ${money(before.close)}.`,
    ),
    article(
      'close',
      endSeconds,
      Math.abs(change) < QUIET_PERCENT
        ? `${name} ends the session little changed`
        : `${name} ${verb} ${percent(change)} to ${money(bar.close)}`,
      `The session moved between ${money(bar.low)} and ${money(bar.high)}; the close before was ${money(before.close)}.`,
    ),
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

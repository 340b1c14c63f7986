import type { Listing } from './listings.ts';
import type { RecordedBar } from './recorded-bars.ts';

const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  NMS: 'NASDAQ',
  NYQ: 'NYSE',
  PCX: 'NYSEArca',
  CCC: 'CCC',
};
const TYPE_NAMES = { EQUITY: 'Equity', ETF: 'ETF', CRYPTOCURRENCY: 'Cryptocurrency' } as const;

/** Time between news items: ten of them span less than the seven-day news window. */
const NEWS_SPACING_SECONDS = 13 * 3600;
const MAX_NEWS_ITEMS = 10;

interface SearchableListing {
  readonly symbol: string;
  readonly listing: Listing;
}

/** A search's `quotes`: symbols that start with the text, then names that contain it. */
export function searchQuotes(listings: readonly SearchableListing[], text: string, limit: number): unknown[] {
  const query = text.trim().toLowerCase();
  const bySymbol = listings.filter(({ symbol }) => symbol.toLowerCase().startsWith(query));
  const byName = listings.filter(
    (entry) => !bySymbol.includes(entry) && entry.listing.name.toLowerCase().includes(query),
  );
  return [...bySymbol, ...byName].slice(0, limit).map(({ symbol, listing }, index) => ({
    exchange: listing.exchangeCode,
    shortname: listing.name,
    longname: listing.name,
    quoteType: listing.instrumentType,
    symbol,
    index: 'quotes',
    score: 30_000 - index,
    typeDisp: TYPE_NAMES[listing.instrumentType],
    exchDisp: DISPLAY_NAMES[listing.exchangeCode] ?? listing.exchangeName,
    isYahooFinance: true,
  }));
}

/**
 * News about the price moves of the last recorded days, newest first. Dated within the days before `nowSeconds`, so that a
 * recording of any age has fresh news. Links lead to `origin`.
 */
export function newsFromBars(
  symbol: string,
  listing: Listing,
  bars: readonly RecordedBar[],
  { limit, nowSeconds, origin }: { limit: number; nowSeconds: number; origin: string },
): unknown[] {
  const items: unknown[] = [];
  for (let index = bars.length - 1; index > 0 && items.length < Math.min(limit, MAX_NEWS_ITEMS); index--) {
    const title = headline(listing.name, bars, index);
    const date = bars[index]?.date;
    if (title === undefined || date === undefined) continue;
    const uuid = `${symbol}-${date}`;
    items.push({
      uuid,
      title,
      publisher: 'Replay vendor',
      link: `${origin}/news/${encodeURIComponent(uuid)}`,
      providerPublishTime: Math.floor(nowSeconds) - 3600 - items.length * NEWS_SPACING_SECONDS,
      type: 'STORY',
      relatedTickers: [symbol],
    });
  }
  return items;
}

function headline(name: string, bars: readonly RecordedBar[], index: number): string | undefined {
  const bar = bars[index];
  const closeBefore = bars[index - 1]?.close;
  if (!bar?.close || !closeBefore) return undefined;
  const percent = (bar.close / closeBefore - 1) * 100;
  const verb = percent >= 0 ? 'gains' : 'falls';
  return `${name} ${verb} ${Math.abs(percent).toFixed(1)}% to ${bar.close.toFixed(2)} (recorded ${bar.date})`;
}

import type { HorizonDays } from '#compute';
import type * as StockApi from '../../shared/api/stock-api.ts';
import type { StockView } from './view-url.ts';

/** Prices age: answers that no load has taken by then are forgotten. */
const KEPT_MS = 10_000;

type Api = Pick<typeof StockApi, 'fetchStock' | 'fetchSentiment' | 'fetchNews'>;

/** Requests for one listing, under way. */
export interface AskedListing {
  readonly stock: ReturnType<Api['fetchStock']>;
  readonly sentiment: ReturnType<Api['fetchSentiment']>;
  readonly news: ReturnType<Api['fetchNews']>;
}

/** Asks for everything about a listing at once. */
export function askListing(api: Api, ticker: string, days: HorizonDays, signal: AbortSignal): AskedListing {
  return {
    stock: api.fetchStock(ticker, days, signal),
    sentiment: api.fetchSentiment(ticker, signal),
    news: api.fetchNews(ticker, signal),
  };
}

/**
 * Lets a view's requests travel while its visitor is still being checked. What they ask for is public; the answers are looked
 * at by the first load of the same listing only, which takes them over.
 */
export function createHeadStart(api: Api, nowMs: () => number) {
  let ahead: (Pick<StockView, 'ticker' | 'horizonDays'> & { atMs: number; asked: AskedListing }) | null =
    null;
  return {
    begin({ ticker, horizonDays }: StockView): void {
      const asked = askListing(api, ticker, horizonDays, new AbortController().signal);
      ahead = { ticker, horizonDays, atMs: nowMs(), asked };
    },

    /** The requests, once; `null` unless they are for this listing and horizon, and fresh. */
    take(ticker: string, days: HorizonDays): AskedListing | null {
      const begun = ahead;
      ahead = null;
      const isWanted =
        begun?.ticker === ticker && begun.horizonDays === days && nowMs() - begun.atMs <= KEPT_MS;
      return isWanted ? begun.asked : null;
    },
  };
}

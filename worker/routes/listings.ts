import {
  companyPattern,
  DEFAULT_HORIZON_DAYS,
  err,
  headlineScore,
  isFresh,
  isoInstant,
  isIsin,
  isStale,
  ok,
  SECONDS_PER_DAY,
  sentimentLabel,
  sentimentScore,
} from '#compute';
import type { Ticker } from '#compute';
import type { Context } from 'hono';
import type { Cached } from '../cache/stores.ts';
import type * as contract from '../contract/contract.ts';
import { encodeTraded, SNAPSHOT_VERSION } from '../contract/snapshot-codec.ts';
import { listingDates } from '../dates/known-results.ts';
import type { Failure } from '../failure.ts';
import { countUnknown, mayLoadNew, readSnapshot } from '../http/guards.ts';
import type { Handlers } from '../http/operations.ts';
import {
  errorResponse,
  respondBatch,
  respondCached,
  respondData,
  respondEmpty,
  respondError,
  respondHtml,
  respondSearch,
  respondUncached,
} from '../http/respond.ts';
import { firstScreenHtml } from '../pages/first-screen-html.ts';
import { findListings } from './find-listings.ts';
import type { NewsSnapshot } from '../providers/market-data.ts';
import { within } from '../resilience/single-flight.ts';
import type { AppEnv } from '../services.ts';
import { analysedResponse, quoteReady } from '../snapshot/wire.ts';

const SENTIMENT_DAYS = 7;

/** Dates are useful even without those of results, so they wait only this long. */
const RESULTS_WAIT_MS = 1000;

export const listingHandlers = {
  /** The analysis, the entry's bytes, or a document's first screen. `Purpose: prefetch` never costs a call to a source (204). */
  async stock(c, { ticker, days, view, v: version }) {
    if (view !== undefined && version !== SNAPSHOT_VERSION) {
      return respondError(c, { reason: 'page_outdated' });
    }
    // No source takes an ISIN for a ticker.
    if (isIsin(ticker)) return respondError(c, { reason: 'isin', ticker });
    const { marketData, now } = c.get('services');
    const isPrefetch = c.req.header('Purpose') === 'prefetch';
    const stored = isPrefetch ? await marketData.storedSnapshot(ticker, c.get('waitUntil')) : null;
    if (isPrefetch && stored === null) return respondEmpty();
    const read = stored ? ok(stored) : await readSnapshot(c, ticker);
    if (!read.ok) return respondError(c, read.error);
    const cached = read.value;
    switch (view) {
      case 'columns':
        return respondCached(c, cached, cached.entry);
      case 'document':
        return respondHtml(c, firstScreenHtml(cached, { ticker, days }, c.req.raw, now(), null), cached);
      case undefined:
        return respondData(c, analysedResponse(cached, days, now() / 1000), cached);
    }
  },

  async intraday(c, { ticker, range }) {
    const { marketData, now } = c.get('services');
    const read = await marketData.intraday(ticker, range, c.get('waitUntil'), mayLoadNew(c));
    if (!read.ok) {
      if (read.error.reason === 'unknown_symbol') countUnknown(c, 1);
      return respondError(c, read.error);
    }
    const { entry, failure } = read.value;
    const { value: snapshot, fetchedAtSeconds } = entry;
    const stale = isStale(snapshot, { fetchedAtSeconds, hasSourceFailed: failure !== null }, now() / 1000);
    const body: contract.IntradayResponse = {
      ...encodeTraded(ticker, snapshot, fetchedAtSeconds),
      range,
      ...snapshot.chart,
      stale,
    };
    return respondData(c, body, read.value);
  },

  /** A row for each of up to 50 listings, most of them from memory. */
  async quotes(c, { tickers }) {
    const { body, sent } = await readQuotes(c, tickers);
    return respondBatch(c, body, sent);
  },

  /** The next dates of up to 50 listings whose history is in memory. */
  async dates(c, { tickers }) {
    const { marketData, readResults, now } = c.get('services');
    const waitUntil = c.get('waitUntil');
    const nowSeconds = Math.floor(now() / 1000);
    const reading = readResults(tickers).catch(() => null);
    waitUntil(reading);
    const [{ rows, dueCount, unknownCount }, known] = await Promise.all([
      marketData.rows(tickers, waitUntil, mayLoadNew(c)),
      within(RESULTS_WAIT_MS, reading),
    ]);
    countUnknown(c, unknownCount);
    const dates = tickers.flatMap((ticker, index) => {
      const row = rows[index];
      if (!row?.ok) return [];
      const { stock } = row.value.entry.value;
      return listingDates(ticker, stock, known?.value?.(ticker) ?? null, nowSeconds);
    });
    const body: contract.DatesResponse = { dates, due: dueCount };
    return respondBatch(c, body, rows);
  },

  /** Listings that a text means, best first. From the bundled list if no source works. */
  async search(c, { q, limit }) {
    const { main, results } = await findListings(c.get('services'), q, c.get('waitUntil'));
    return respondSearch(c, results.slice(0, limit), main);
  },

  async news(c, { ticker, days }) {
    const { now } = c.get('services');
    const read = await readNews(c, ticker);
    if (!read.ok) return respondAbsent(c, read.error, { news: [] });
    const since = now() / 1000 - days * SECONDS_PER_DAY;
    const body: contract.NewsResponse = {
      news: read.value.entry.value.articles.filter((article) => article.datetime >= since),
      ...newsProvenance(read.value, now() / 1000),
    };
    return respondData(c, body, read.value);
  },

  async sentiment(c, { ticker }) {
    const { now } = c.get('services');
    const read = await readNews(c, ticker);
    const sentiment = read.ok ? newsSentiment(read.value.entry.value, ticker, now() / 1000) : null;
    if (!read.ok || sentiment === null) {
      const failure: Failure = read.ok ? { reason: 'no_data', ticker } : read.error;
      return respondAbsent(c, failure, { score: null, label: null, article_count: 0, headlines: [] });
    }
    const body: contract.SentimentResponse = { ...sentiment, ...newsProvenance(read.value, now() / 1000) };
    return respondData(c, body, read.value);
  },
} satisfies Partial<Handlers>;

/** A row for each ticker, and what it was made of. */
export async function readQuotes(c: Context<AppEnv>, tickers: readonly Ticker[]) {
  const { marketData, now } = c.get('services');
  const waitUntil = c.get('waitUntil');
  const { rows, dueCount, unknownCount } = await marketData.rows(tickers, waitUntil, mayLoadNew(c));
  countUnknown(c, unknownCount);
  const sent = [...rows];
  const quotes = tickers.map((ticker, index): contract.QuoteEntry => {
    const row = rows[index] ?? null;
    if (row === null) return { status: 'pending', requested_ticker: ticker };
    if (!row.ok) return failed(ticker, row.error);
    try {
      return quoteReady(row.value, now() / 1000);
    } catch (cause) {
      // A listing that cannot be computed must not lose the other rows.
      console.error(JSON.stringify({ event: 'row_failed', ticker, cause: String(cause) }));
      sent[index] = err({ reason: 'internal' });
      return failed(ticker, { reason: 'internal' });
    }
  });
  const body: contract.QuotesResponse = { horizon_days: DEFAULT_HORIZON_DAYS, quotes, due: dueCount };
  return { body, sent };
}

function readNews(c: Context<AppEnv>, ticker: Ticker) {
  const { marketData } = c.get('services');
  return marketData.news(ticker, c.get('waitUntil'), mayLoadNew(c), () => countUnknown(c, 1));
}

/** Responds with an empty body that states its reason. Only an unknown symbol is an error. */
function respondAbsent(
  c: Context<AppEnv>,
  failure: Failure,
  body: Omit<contract.NewsAbsent, 'reason'> | Omit<contract.SentimentAbsent, 'reason'>,
): Response {
  if (failure.reason === 'unknown_symbol') return respondError(c, failure);
  c.set('fault', failure.reason);
  return respondUncached(JSON.stringify({ ...body, reason: failure.reason }));
}

function failed(ticker: string, failure: Failure): contract.QuoteEntry {
  const { error } = errorResponse(failure);
  return { status: 'failed', requested_ticker: ticker, error, code: failure.reason };
}

/** Headlines are stale once their source has failed or two refreshes were missed. */
function newsProvenance({ entry, failure }: Cached<NewsSnapshot>, nowSeconds: number) {
  const { value, fetchedAtSeconds, freshUntilSeconds } = entry;
  const missedAt = 2 * freshUntilSeconds - fetchedAtSeconds;
  const stale = failure !== null || !isFresh(fetchedAtSeconds, missedAt, nowSeconds);
  const at = isoInstant(fetchedAtSeconds);
  return { source: value.source, as_of: at, fetched_at: at, delayed_minutes: 0, stale };
}

function newsSentiment({ articles, companyName }: NewsSnapshot, ticker: Ticker, nowSeconds: number) {
  const company = companyPattern(companyName, ticker);
  const recent = articles.filter(
    (article) => article.datetime >= nowSeconds - SENTIMENT_DAYS * SECONDS_PER_DAY,
  );
  const score = sentimentScore(
    recent.map(({ headline, summary, datetime }) => ({
      headline,
      summary,
      // A publisher's clock may be ahead of this one.
      ageDays: Math.max(nowSeconds - datetime, 0) / SECONDS_PER_DAY,
    })),
    company,
  );
  if (score === null) return null;
  return {
    score,
    label: sentimentLabel(score),
    article_count: recent.length,
    headlines: recent.map(({ headline, summary, datetime, source, url }) => ({
      headline,
      score: headlineScore(headline, summary, company),
      datetime,
      source,
      url,
    })),
  };
}

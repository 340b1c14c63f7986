import {
  DEFAULT_HORIZON_DAYS,
  err,
  headlineScore,
  isFresh,
  isStale,
  SECONDS_PER_DAY,
  sentimentLabel,
  sentimentScore,
} from '#compute';
import { Hono } from 'hono/tiny';
import type { Ticker } from '#compute';
import type { Cached } from '../cache/entry.ts';
import { SNAPSHOT_VERSION } from '../contract/contract.ts';
import type {
  Article,
  DatesResponse,
  IntradayResponse,
  NewsAbsent,
  NewsResponse,
  QuoteEntry,
  QuotesResponse,
  SentimentAbsent,
  SentimentResponse,
} from '../contract/contract.ts';
import { listingDates } from '../dates/listing-dates.ts';
import { readResults, wantResults } from '../dates/results.ts';
import { errorResponse } from '../http/errors.ts';
import type { Failure } from '../failure.ts';
import {
  datesParams,
  intradayParams,
  newsParams,
  quotesParams,
  readParams,
  searchParams,
  sentimentParams,
  stockParams,
} from '../http/params.ts';
import {
  respondBatch,
  respondCached,
  respondData,
  respondEmpty,
  respondError,
  respondHtml,
  respondSearch,
  respondUncached,
} from '../http/respond.ts';
import { firstScreenHtml } from '../pages/first-screen.ts';
import type { NewsSnapshot } from '../providers/market-data.ts';
import { within } from '../resilience/single-flight.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import type { AppEnv } from '../services.ts';
import { listingFields, provenance } from '../snapshot/snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { analysedResponse, quoteReady, stockView } from '../snapshot/wire.ts';

/** The sentiment is that of the headlines of the last seven days. */
const SENTIMENT_DAYS = 7;

/** Dates are of use without those of results. */
const RESULTS_WAIT_MS = 1000;

type Sentiment = Pick<SentimentResponse, 'score' | 'label' | 'article_count' | 'headlines'>;

/** Finding listings, their prices, and what is written about them. */
export const listingsRoute = new Hono<AppEnv>()
  /** `GET /search?q&limit=1…10`: listings whose symbol or name matches, best first; from the bundled list if no source works. */
  .get('/search', async (c) => {
    const params = readParams(searchParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { q, limit } = params.value;

    const { marketData, listings } = c.get('services');
    const read = await marketData.search(q, (work) => c.executionCtx.waitUntil(work));
    const found = read.ok ? read.value.entry.value() : null;
    const results = found?.results ?? (await listings.search(q));
    return respondSearch(c, results.slice(0, limit), read.ok && found ? read.value : null);
  })
  /**
   * `GET /stock/:ticker?days=1|7|14|30`: the analysis. `view=columns&v=N`: the entry's bytes as they are, for a client that
   * analyses them itself. `view=document&v=N`: the first screen of a document, with these bytes in it. With
   * `Purpose: prefetch` a stored entry or 204: a prefetch must not cost a call to a source.
   */
  .get('/stock/:ticker', async (c) => {
    const params = readParams(stockParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ticker, days, view, v: version } = params.value;
    if (view !== 'analysis' && version !== SNAPSHOT_VERSION) {
      return respondError(c, { reason: 'page_outdated' });
    }

    const { marketData, now } = c.get('services');
    const waitUntil: WaitUntil = (work) => c.executionCtx.waitUntil(work);
    const needsValue = view !== 'columns';
    if (c.req.header('Purpose') === 'prefetch') {
      const stored = await marketData.storedSnapshot(ticker, waitUntil, needsValue);
      return stored === null ? respondEmpty(c) : respond(stored);
    }
    const read = await marketData.snapshot(ticker, waitUntil, needsValue);
    return read.ok ? respond(read.value) : respondError(c, read.error);

    function respond(cached: Cached<Snapshot>) {
      switch (view) {
        case 'columns':
          return respondCached(c, cached, cached.entry);
        case 'document':
          return respondHtml(c, firstScreenHtml(cached, { ticker, days }, now(), null), cached);
        case 'analysis':
          return respondData(c, analysedResponse(stockView(cached, now() / 1000), days), cached);
      }
    }
  })
  /** `GET /intraday/:ticker?range=1d|5d`: the bars within the latest sessions, oldest first. */
  .get('/intraday/:ticker', async (c) => {
    const params = readParams(intradayParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ticker, range } = params.value;

    const { marketData, now } = c.get('services');
    const read = await marketData.intraday(ticker, range, (work) => c.executionCtx.waitUntil(work));
    if (!read.ok) return respondError(c, read.error);
    const { entry, failure } = read.value;
    const snapshot = entry.value();
    if (snapshot === null) return respondError(c, { reason: 'upstream_bad_payload' });
    const { listing, delayedMinutes } = snapshot;
    const { fetchedAtSeconds } = entry;
    const stale = isStale(snapshot, { fetchedAtSeconds, hasSourceFailed: failure !== null }, now() / 1000);
    const body: IntradayResponse = {
      ...listingFields(ticker, listing),
      range,
      interval_seconds: snapshot.intervalSeconds,
      previous_close: snapshot.previousClose,
      bars: snapshot.bars,
      session_parts: snapshot.parts,
      ...provenance(snapshot, { fetchedAtSeconds, stale }, delayedMinutes),
    };
    return respondData(c, body, read.value);
  })
  /** `GET /quotes?tickers=AAPL,MSFT`: a row for each of up to 50 listings, most of them from memory. */
  .get('/quotes', async (c) => {
    const params = readParams(quotesParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { tickers } = params.value;

    const { marketData, now } = c.get('services');
    const { rows, dueCount } = await marketData.rows(tickers, (work) => c.executionCtx.waitUntil(work));
    const sent = [...rows];
    const quotes = tickers.map((ticker, index): QuoteEntry => {
      const row = rows[index] ?? null;
      if (row === null) return { status: 'pending', requested_ticker: ticker };
      if (!row.ok) return failed(ticker, row.error);
      try {
        return quoteReady(stockView(row.value, now() / 1000));
      } catch (cause) {
        // A listing that cannot be computed must not take the rows of the others with it.
        console.error(JSON.stringify({ event: 'row_failed', ticker, cause: String(cause) }));
        sent[index] = err({ reason: 'internal' });
        return failed(ticker, { reason: 'internal' });
      }
    });
    const body: QuotesResponse = { horizon_days: DEFAULT_HORIZON_DAYS, quotes, due: dueCount };
    return respondBatch(c, body, sent);
  })
  /** `GET /dates?tickers=AAPL,MSFT`: what comes next of up to 50 listings, as far as their history is in memory. */
  .get('/dates', async (c) => {
    const params = readParams(datesParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { tickers } = params.value;

    const { db, marketData, mode, now } = c.get('services');
    const waitUntil: WaitUntil = (work) => c.executionCtx.waitUntil(work);
    const liveDb = mode === 'live' ? db : null;
    const [{ rows, dueCount }, results] = await Promise.all([
      marketData.rows(tickers, waitUntil),
      knownResults(liveDb, tickers),
    ]);
    const dates = tickers.flatMap((ticker, index) => {
      const row = rows[index];
      const stock = row?.ok ? row.value.entry.value()?.stock : undefined;
      return stock === undefined
        ? []
        : listingDates(ticker, stock, results?.get(ticker) ?? null, now() / 1000);
    });
    const ready = new Set(dates.map(({ requested_ticker: ticker }) => ticker));
    const asked = tickers.filter((ticker) => ready.has(ticker) && results?.has(ticker) === false);
    if (liveDb !== null && asked.length > 0) waitUntil(wantResults(liveDb, asked).catch(() => undefined));
    const body: DatesResponse = { dates, due: dueCount };
    return respondBatch(c, body, rows);
  })
  /** `GET /news/:ticker?days=1…30`: articles of the last days, the most relevant first, then the newest. */
  .get('/news/:ticker', async (c) => {
    const params = readParams(newsParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ticker, days } = params.value;

    const { marketData, now } = c.get('services');
    const read = await marketData.news(ticker, (work) => c.executionCtx.waitUntil(work));
    if (!read.ok && read.error.reason === 'unknown_symbol') return respondError(c, read.error);
    const news = read.ok ? read.value.entry.value() : null;
    if (!read.ok || news === null) {
      const reason = read.ok ? 'upstream_bad_payload' : read.error.reason;
      c.set('fault', reason);
      return respondUncached(c, { news: [], reason } satisfies NewsAbsent);
    }
    const since = now() / 1000 - days * SECONDS_PER_DAY;
    const body: NewsResponse = {
      news: news.articles.filter((article) => article.datetime >= since),
      ...newsProvenance(news, read.value, now() / 1000),
    };
    return respondData(c, body, read.value);
  })
  /** `GET /sentiment/:ticker`: the tone of the last week's headlines. */
  .get('/sentiment/:ticker', async (c) => {
    const params = readParams(sentimentParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ticker } = params.value;

    const { marketData, now } = c.get('services');
    const read = await marketData.news(ticker, (work) => c.executionCtx.waitUntil(work));
    if (!read.ok && read.error.reason === 'unknown_symbol') return respondError(c, read.error);
    const news = read.ok ? read.value.entry.value() : null;
    const sentiment = news && newsSentiment(news.articles, now() / 1000);
    if (!read.ok || news === null || sentiment === null) {
      const reason = read.ok ? 'no_data' : read.error.reason;
      c.set('fault', reason);
      const absent: SentimentAbsent = { score: null, label: null, article_count: 0, headlines: [], reason };
      return respondUncached(c, absent);
    }
    const body: SentimentResponse = {
      ...sentiment,
      ...newsProvenance(news, read.value, now() / 1000),
    };
    return respondData(c, body, read.value);
  });

/** The days of results that are known; `null` while the database cannot say. */
async function knownResults(db: D1Database | null, tickers: readonly Ticker[]) {
  if (db === null) return null;
  const read = await within(RESULTS_WAIT_MS, readResults(db, tickers)).catch(() => null);
  return read?.value ?? null;
}

function failed(ticker: string, failure: Failure): QuoteEntry {
  const [, sentence] = errorResponse(failure);
  return { status: 'failed', requested_ticker: ticker, error: sentence, code: failure.reason };
}

/** Headlines are stale once their source has failed, or two of their refreshes were missed. */
function newsProvenance(news: NewsSnapshot, { entry, failure }: Cached<NewsSnapshot>, nowSeconds: number) {
  const { fetchedAtSeconds, freshUntilSeconds } = entry;
  const missedAt = 2 * freshUntilSeconds - fetchedAtSeconds;
  const stale = failure !== null || !isFresh(fetchedAtSeconds, missedAt, nowSeconds);
  return provenance(news, { fetchedAtSeconds, stale }, 0);
}

/** Scores the articles of the last week, newest first; `null` when there are none. */
function newsSentiment(articles: readonly Article[], nowSeconds: number): Sentiment | null {
  const recent = articles.filter(
    (article) => article.datetime >= nowSeconds - SENTIMENT_DAYS * SECONDS_PER_DAY,
  );
  const score = sentimentScore(
    recent.map(({ headline, summary, datetime }) => ({
      headline,
      summary,
      // A publisher's clock may be ahead of ours.
      ageDays: Math.max(nowSeconds - datetime, 0) / SECONDS_PER_DAY,
    })),
  );
  if (score === null) return null;
  return {
    score,
    label: sentimentLabel(score),
    article_count: recent.length,
    headlines: recent.map(({ headline, summary, datetime, source, url }) => ({
      headline,
      score: headlineScore(headline, summary),
      datetime,
      source,
      url,
    })),
  };
}

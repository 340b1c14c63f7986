/** What the server says of a listing, and what is read and shown of it. */
import {
  err,
  forecastAbsence,
  isStale,
  isTimezone,
  marketState,
  type ForecastAbsence,
  type HistoryFacts,
  type HorizonDays,
  type LastTraded,
  type Period,
  type Result,
} from '#compute';
import type {
  Article,
  NewsResponse,
  SearchResult,
  SentimentResponse,
  SnapshotResponse,
  StockResponse,
} from '#worker/contract';
import type { AnalysedCandles } from '../offthread/compute-api.ts';
import { getJson, getTagged, type ApiFailure, type Tagged } from './client.ts';
import { takeInitialResponse } from './initial-data.ts';
import { apiUrl } from './api-url.ts';

/** The form of a snapshot that this page reads. */
export const SNAPSHOT_VERSION: SnapshotResponse['v'] = 2;

const NEWS_WINDOW_DAYS = 7;
const SUGGESTION_LIMIT = 5;

function isRecord(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function isSnapshot(body: unknown): body is SnapshotResponse {
  return (
    isRecord(body) &&
    body['v'] === SNAPSHOT_VERSION &&
    typeof body['ticker'] === 'string' &&
    typeof body['current_price'] === 'number' &&
    isRecord(body['columns']) &&
    (body['session'] === null || isRecord(body['session'])) &&
    isTimezone(String(body['exchange_timezone'])) &&
    [body['as_of'], body['fetched_at']].every((instant) => Number.isFinite(Date.parse(String(instant))))
  );
}

function period([startSeconds, endSeconds]: readonly [number, number]): Period {
  return { startSeconds, endSeconds };
}

/** Where and when a snapshot's listing trades. */
export function tradedOf(snapshot: SnapshotResponse): LastTraded {
  const { session } = snapshot;
  return {
    listing: { timezone: snapshot.exchange_timezone, calendar: snapshot.trading_calendar },
    session: session && {
      pre: session.pre && period(session.pre),
      regular: period(session.regular),
      post: session.post && period(session.post),
    },
    asOfSeconds: Date.parse(snapshot.as_of) / 1000,
  };
}

/** A snapshot with what depends on when it is read. */
export type SnapshotReading = SnapshotResponse & Pick<StockResponse, 'stale' | 'market_state'>;

/**
 * A snapshot as it reads at an instant: with whether it is stale, and the state of its market. Epoch milliseconds.
 * `hasSourceFailed`: the server sent it because its source fails.
 */
export function readAt(snapshot: SnapshotResponse, hasSourceFailed: boolean, atMs: number): SnapshotReading {
  const traded = tradedOf(snapshot);
  const nowSeconds = atMs / 1000;
  const fetchedAtSeconds = Date.parse(snapshot.fetched_at) / 1000;
  return {
    ...snapshot,
    stale: isStale(traded, { fetchedAtSeconds, hasSourceFailed }, nowSeconds),
    market_state: marketState(traded, nowSeconds),
  };
}

function isSentiment(body: unknown): body is SentimentResponse {
  return isRecord(body) && typeof body['score'] === 'number' && Number.isFinite(body['score']);
}

function isNews(body: unknown): body is NewsResponse {
  return isRecord(body) && Array.isArray(body['news']);
}

/**
 * One listing with its whole history as columns; {@link ApiFailure} says why there is none. A server that has left this page's
 * version behind makes it load the newest build.
 */
export async function fetchSnapshot(
  ticker: string,
  horizonDays: HorizonDays,
  signal: AbortSignal,
  isPrefetch = false,
): Promise<Result<Tagged<SnapshotResponse>, ApiFailure>> {
  const url = apiUrl(['stock', ticker], { days: horizonDays, view: 'columns', v: SNAPSHOT_VERSION });
  const read = await getTagged(url, isSnapshot, {
    signal,
    isPrefetch,
    initial: isPrefetch ? null : takeInitialResponse(ticker),
  });
  const isOutdated = !read.ok && read.error.reason === 'refused' && read.error.code === 'page_outdated';
  if (!isOutdated || isPrefetch) return read;
  await reloadIntoNewerBuild(SNAPSHOT_VERSION);
  return err({ reason: 'outdated' });
}

/** As {@link fetchSnapshot}, if the server has it: a prefetch costs no call to a source. `null` when it does not, or on any failure. */
export async function prefetchSnapshot(
  ticker: string,
  horizonDays: HorizonDays,
  signal: AbortSignal,
): Promise<Tagged<SnapshotResponse> | null> {
  const answer = await fetchSnapshot(ticker, horizonDays, signal, true);
  return answer.ok ? answer.value : null;
}

/** Sentiment of a listing's headlines; `null` on any failure. */
export async function fetchSentiment(ticker: string, signal: AbortSignal): Promise<SentimentResponse | null> {
  const answer = await getTagged(apiUrl(['sentiment', ticker]), isSentiment, { signal });
  return answer.ok ? answer.value.body : null;
}

/** A listing's articles of the last seven days, newest first; `null` on any failure. */
export async function fetchNews(ticker: string, signal: AbortSignal): Promise<readonly Article[] | null> {
  const url = apiUrl(['news', ticker], { days: NEWS_WINDOW_DAYS });
  const answer = await getTagged(url, isNews, { signal });
  return answer.ok ? answer.value.body.news : null;
}

/** Listings that match what was typed, five at most. */
export function searchListings(
  text: string,
  signal: AbortSignal,
): Promise<Result<readonly SearchResult[], ApiFailure>> {
  return getJson(apiUrl(['search'], { q: text, limit: SUGGESTION_LIMIT }), 'search', { signal });
}

type Basis = Pick<SnapshotResponse, 'as_of' | 'prices'>;

/** Why a listing has no forecast at the reader's time; `null` where it has one. */
export function absenceOf(
  { as_of: asOf, prices }: Basis,
  finishedBars: number,
  atMs: number,
): ForecastAbsence | null {
  return forecastAbsence(
    { asOfSeconds: Date.parse(asOf) / 1000, finishedBars, isRecorded: prices === 'recorded' },
    atMs / 1000,
  );
}

/** An analysis as it may be shown: of a listing that has no forecast, what its history says by itself. */
export function shownAnalysis(analysed: AnalysedCandles, basis: Basis, atMs: number): AnalysedCandles {
  if (absenceOf(basis, analysed.finished.close.length, atMs) === null) return analysed;
  const { currentPrice, dayChange, dayChangePercent, indicators, performance } = analysed.analysis;
  const facts: HistoryFacts = { currentPrice, dayChange, dayChangePercent, indicators, performance };
  return { ...analysed, analysis: facts };
}

const RELOADED_KEY = 'candor:reloaded-for-build:';

/** A build that takes longer to download than this is not waited for. */
const DOWNLOAD_MS = 10_000;

/**
 * Loads the page from the newest build, once per tab for each `version` that a page had: activates the service worker of that
 * build first, which would otherwise serve the old page again. False, and nothing happens, where that was done before or the
 * tab cannot remember it.
 */
export async function reloadIntoNewerBuild(
  version: number,
  reload = () => window.location.reload(),
): Promise<boolean> {
  const key = `${RELOADED_KEY}${version}`;
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, new Date().toISOString());
  } catch {
    return false;
  }
  await activateNewestWorker().catch(() => undefined);
  reload();
  return true;
}

async function activateNewestWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker?.getRegistration();
  if (!registration) return;
  const activated = new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    setTimeout(resolve, DOWNLOAD_MS);
  });
  await registration.update();
  if (registration.installing || registration.waiting) await activated;
}

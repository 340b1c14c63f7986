/** Fetches what the server knows about a listing, and reads it at the user's time. */
import {
  err,
  forecastAbsence,
  sessionDates,
  isStale,
  isTimezone,
  marketState,
  type ForecastAbsence,
  type ForecastError,
  type HistoryFacts,
  type HorizonDays,
  type LastTraded,
  type ListingBasis,
  type Result,
} from '#compute';
import type {
  Article,
  NewsResponse,
  SentimentResponse,
  SnapshotResponse,
  StockResponse,
} from '#worker/contract';
import type { AnalysedCandles } from '../offthread/compute-api.ts';
import { apiUrl, getTagged, type ApiFailure, type Tagged } from './client.ts';
import { takeInitialResponse } from './initial-data.ts';

export const SNAPSHOT_VERSION: SnapshotResponse['v'] = 2;

const NEWS_WINDOW_DAYS = 7;

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
    isRecord(body['sessions']) &&
    isTimezone(String(body['exchange_timezone'])) &&
    [body['as_of'], body['fetched_at']].every((instant) => Number.isFinite(Date.parse(String(instant))))
  );
}

/** Where and when a snapshot's listing trades. */
export function tradedOf(snapshot: SnapshotResponse): LastTraded {
  const { exchange_timezone: timezone, trading_calendar: calendar, instrument, sessions } = snapshot;
  return {
    listing: { timezone, calendar, instrument },
    sessions,
    asOfSeconds: Date.parse(snapshot.as_of) / 1000,
  };
}

export type SnapshotReading = SnapshotResponse & Pick<StockResponse, 'stale' | 'market_state'>;

/** A snapshot as it reads at an instant, in epoch milliseconds. */
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

/** One listing with its whole history. If the server no longer serves this page's version, the newest build is loaded. */
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

/** `null` on any failure. */
export async function fetchSentiment(ticker: string, signal: AbortSignal): Promise<SentimentResponse | null> {
  const response = await getTagged(apiUrl(['sentiment', ticker]), isSentiment, { signal });
  return response.ok ? response.value.body : null;
}

/** A listing's articles of the last seven days, newest first; `null` on any failure, also of the server's source. */
export async function fetchNews(ticker: string, signal: AbortSignal): Promise<readonly Article[] | null> {
  const url = apiUrl(['news', ticker], { days: NEWS_WINDOW_DAYS });
  const response = await getTagged(url, isNews, { signal });
  return response.ok && !('reason' in response.value.body) ? response.value.body.news : null;
}

/** Why a listing has no forecast at the user's time; `null` if it has one. */
function absenceOf(
  snapshot: SnapshotResponse,
  error: ForecastError | null,
  atMs: number,
): ForecastAbsence | null {
  const basis = { ...tradedOf(snapshot), isRecorded: snapshot.prices === 'recorded' };
  return forecastAbsence(basis, error, atMs / 1000);
}

/** What a snapshot says of its listing beside the bars. */
export function basisOf(snapshot: SnapshotResponse): ListingBasis {
  const { results } = snapshot;
  return {
    instrument: snapshot.instrument,
    symbol: snapshot.ticker,
    companyName: snapshot.company_name,
    calendar: snapshot.trading_calendar,
    sessions: snapshot.sessions,
    dividends: snapshot.corporate_actions?.dividends ?? [],
    results: results
      ? { sessions: Array.from(sessionDates(results)), isAfterClose: results.after_close === true }
      : null,
  };
}

export interface ShownAnalysis extends Omit<AnalysedCandles, 'absence'> {
  /** Why {@link AnalysedCandles.analysis} has no forecast; `null` if it has one. */
  readonly absence: ForecastAbsence | null;
}

/** An analysis; without its forecast, if the listing has none at the user's time. */
export function shownAnalysis(
  analysed: AnalysedCandles,
  snapshot: SnapshotResponse,
  atMs: number,
): ShownAnalysis {
  const absence = absenceOf(snapshot, analysed.absence, atMs);
  if (absence === null) return { ...analysed, absence };
  const { currentPrice, dayChange, dayChangePercent, indicators, performance } = analysed.analysis;
  const facts: HistoryFacts = { currentPrice, dayChange, dayChangePercent, indicators, performance };
  return { ...analysed, analysis: facts, absence };
}

const RELOADED_KEY = 'candor:reloaded-for-build:';

/** Longest wait for a new build to download. */
const DOWNLOAD_MS = 10_000;

/** Activates the newest service worker, then reloads the page. Runs once per tab and `version`; false if that was before. */
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

import { candlesFromRows, encodeCandles, type HorizonDays } from '#compute';
import type { SnapshotResponse } from '#worker/contract';
import { comingFrom } from '#support/coming-sessions.ts';
import { analyseRequest } from '#web/shared/api/listing-queries.ts';
import { openComputeClient } from '#web/shared/offthread/compute-client.ts';
import { hasForecast, type Listing, type ForecastListing } from '#web/shared/api/listing-queries.ts';
import { snapshotOf, type SnapshotReading } from '#web/shared/api/snapshot.ts';

const DAY_S = 86_400;
const LAST_SESSION = Date.UTC(2026, 10, 20) / 1000;

/** Shortly after {@link sampleResponse} was fetched; for tests that depend on the user's clock. */
export const SAMPLE_NOW = new Date('2026-11-20T21:00:05Z');

function close(i: number): number {
  return Math.round((100 + 8 * Math.sin(i / 9) + 3 * Math.sin(i * 1.7)) * 100) / 100;
}

/** A response with `bars` daily bars up to 2026-11-20, with closes around 100. */
export function sampleResponse(ticker: string, bars = 300): SnapshotReading {
  const rows = Array.from({ length: bars }, (_, i) => {
    const open = close(Math.max(i - 1, 0));
    const c = close(i);
    return {
      time: LAST_SESSION - (bars - 1 - i) * DAY_S,
      open,
      high: Math.max(open, c) + 0.5,
      low: Math.min(open, c) - 0.5,
      close: c,
      volume: 1_000_000 + i,
    };
  });
  return {
    v: 2,
    instrument: 'equity',
    usual_move_percent: 1.2,
    sessions: comingFrom(LAST_SESSION, 'daily'),
    ticker,
    requested_ticker: ticker,
    company_name: `${ticker} Inc.`,
    currency: 'USD',
    exchange: 'NASDAQ',
    exchange_timezone: 'America/New_York',
    market_state: 'open',
    trading_calendar: 'daily',
    current_price: close(bars - 1),
    session_left: 0,
    volume: 1_000_000,
    market_cap: 2e12,
    pe_ratio: null,
    day_high: null,
    day_low: 99,
    corporate_actions: { dividends: [], splits: [] },
    source: 'sample',
    as_of: '2026-11-20T20:59:00Z',
    fetched_at: '2026-11-20T21:00:00Z',
    stale: false,
    delayed_minutes: 0,
    columns: encodeCandles(candlesFromRows(rows)),
  };
}

/** The same as the wire has it, fetched now. A listing that trades daily is open, another one without hours closed. */
export function sampleSnapshot(
  ticker: string,
  bars = 300,
  change: Partial<SnapshotResponse> = {},
): SnapshotResponse {
  const { market_state: _, stale: __, ...rest } = sampleResponse(ticker, bars);
  const now = new Date().toISOString();
  return { ...rest, as_of: now, fetched_at: now, ...change };
}

/** The page's data for {@link sampleResponse}, analysed by the real code. */
export async function sampleData(ticker: string, horizonDays: HorizonDays): Promise<ForecastListing> {
  const data = await listingData(sampleResponse(ticker), horizonDays);
  if (!hasForecast(data)) throw new Error('expected a forecast');
  return data;
}

/** The same for any response, read at {@link SAMPLE_NOW} or at another time; it may have no forecast. */
export async function listingData(
  response: SnapshotReading,
  horizonDays: HorizonDays,
  atMs: number = SAMPLE_NOW.getTime(),
): Promise<Listing> {
  const request = analyseRequest(response, horizonDays, atMs);
  const analysed = await openComputeClient().run((api) => api.analyseColumns(request));
  if (!analysed.ok) throw new Error(analysed.error.reason);
  return {
    ticker: response.ticker,
    ...snapshotOf({ body: response, etag: null, isCopy: false, revalidation: null }),
    ...analysed.value,
    receivedAtMs: 0,
  };
}

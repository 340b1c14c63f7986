/** Observes signals and odds once per session: in the ledger, or for other listings by an analysis after the close. */
import { AI_SIGNALS, isoDate, isoInstant, SECONDS_PER_DAY, type Ticker } from '#compute';
import type { AlertMetric } from '../contract/contract.ts';
import { knownResults } from '../dates/known-results.ts';
import {
  finishedCandles,
  forecastClose,
  ledgerRows,
  nextCloseSeconds,
  type SessionForecast,
} from '../ledger/closing.ts';
import { LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';
import { inTurn, seenAfter, type AlertCheck, type Observed, type WatchedListing } from './check-store.ts';

const RETRY_SECONDS = 15 * 60;

/** How far back the ledger is read for a listing that was never observed. */
const RECENT_SECONDS = 7 * SECONDS_PER_DAY;

/** Observations of the listings that have rules about a signal or odds, and these listings as the next check will find them. */
export async function observeForecasts(check: AlertCheck, listings: readonly WatchedListing[]) {
  const { db, market, source, limits, nowSeconds } = check;
  const universe = new Set(check.universe);
  const due = listings.filter(({ analysisAt }) => analysisAt !== null && analysisAt <= nowSeconds);
  const ofLedger = due.filter(({ ticker }) => universe.has(ticker));
  const forecasts = [...(await readLedger(check, ofLedger))];
  const dueAt = new Map<Ticker, number>();
  const others = due.map(({ ticker }) => ticker).filter((ticker) => !universe.has(ticker));
  const turn = await inTurn(check, others, limits.analyses);
  const reading = turn.length === 0 ? null : knownResults(market, db, turn, nowSeconds);
  const results = await reading?.catch(() => null);
  for (const ticker of turn) {
    const read = await withDeadline(LOAD_DEADLINE_MS, (signal) => source.stock(ticker, signal));
    dueAt.set(ticker, nowSeconds + RETRY_SECONDS);
    if (!read.ok) continue;
    const candles = finishedCandles(read.value, nowSeconds);
    const closing = forecastClose(read.value, candles, results?.(ticker) ?? null);
    const known = { ledger: market, ticker, madeAt: isoInstant(nowSeconds) };
    if (closing.ok) forecasts.push(...ledgerRows(read.value, closing.value, known));
    const nextAtSeconds = nextCloseSeconds(read.value, candles);
    dueAt.set(ticker, Math.ceil(Math.max(nextAtSeconds, nowSeconds + RETRY_SECONDS)));
  }
  const byTicker = Map.groupBy(forecasts, ({ ticker }) => ticker);
  const observed = due.map((listing) => changes(listing, byTicker.get(listing.ticker) ?? []));
  const after = due.map(({ seen, ...listing }, index) => {
    const analysisAt = dueAt.get(listing.ticker) ?? listing.analysisAt;
    return Object.assign(listing, { seen: seenAfter(seen, observed[index] ?? []), analysisAt });
  });
  return { observed: observed.flat(), listings: after };
}

/** What the forecasts of a session say, if that is newer than the last one seen. */
function changes({ ticker, seen }: WatchedListing, forecasts: readonly SessionForecast[]): Observed[] {
  const [first] = forecasts;
  if (first === undefined || first.base_date <= (seen.signal?.session ?? '')) return [];
  const atSeconds = Math.floor(Date.parse(first.made_at) / 1000);
  const observe = (metric: AlertMetric, value: number): Observed => ({
    ticker,
    metric,
    source: first.source as Observed['source'],
    splits: null,
    before: seen[metric] ?? null,
    now: { value, session: first.base_date, atSeconds },
  });
  const odds = forecasts.flatMap(({ horizon_days: days, probability_buy: buy, probability_sell: sell }) => [
    observe(`odds_buy_${days}`, buy),
    observe(`odds_sell_${days}`, sell),
  ]);
  return [observe('signal', AI_SIGNALS.indexOf(first.signal)), ...odds];
}

/** The forecasts of the ledger's latest session, for listings where that is newer than at the last check. */
async function readLedger({ db, market, nowSeconds }: AlertCheck, listings: readonly WatchedListing[]) {
  if (listings.length === 0) return [];
  const since = listings.map(({ ticker, seen }) => {
    return [ticker, seen.signal?.session ?? isoDate(nowSeconds - RECENT_SECONDS)];
  });
  const { results } = await sql(db)`
    SELECT f.* FROM json_each(${JSON.stringify(since)}) t CROSS JOIN record_forecast f
    ON f.ledger = ${market} AND f.ticker = t.value->>0 AND f.base_date > t.value->>1 AND f.base_date =
      (SELECT MAX(base_date) FROM record_forecast WHERE ledger = ${market} AND ticker = t.value->>0)`.all<SessionForecast>();
  return results;
}

/** Signals and odds, once per session: from the ledger, or for other listings from an analysis after the close. */
import { AI_SIGNALS, isoDate, parseIsoDate, SECONDS_PER_DAY } from '#compute';
import type { AlertMetric, Ticker } from '#compute';
import { knownResults, type KnownResults } from '../dates/known-results.ts';
import { analyseClose, type SessionForecast } from '../ledger/closing.ts';
import type { MarketData } from '../providers/market-data.ts';
import { LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';
import { inTurn, type AlertTables, type Observed, type WatchedListing } from './check-store.ts';

const RETRY_SECONDS = 15 * 60;

/** Forecasts of a listing that the ledger does not know are looked for this far back. */
const RECENT_SECONDS = 7 * SECONDS_PER_DAY;

export interface ForecastCheck extends AlertTables {
  /** The listings whose signals and odds the ledger has. */
  readonly universe: readonly Ticker[];
  readonly source: Pick<MarketData, 'stock'>;
}

/** Observations of the listings that have rules about a signal or odds, and these listings as the next check will find them. */
export async function observeForecasts(
  check: ForecastCheck,
  listings: readonly WatchedListing[],
  maxAnalyses: number,
  nowSeconds: number,
) {
  const universe = new Set(check.universe);
  const due = listings.filter(({ analysisAt }) => analysisAt !== null && analysisAt <= nowSeconds);
  const byTicker = new Map(due.map((listing) => [listing.ticker, listing]));
  const ledger = await readLedger(
    check,
    due.filter(({ ticker }) => universe.has(ticker)),
    nowSeconds,
  );
  const others = due.map(({ ticker }) => ticker).filter((ticker) => !universe.has(ticker));
  const analysed = new Map<Ticker, Analysis>();
  const turn = await inTurn(check, others, maxAnalyses);
  const reading = turn.length === 0 ? null : knownResults(check.market, check.db, turn, nowSeconds);
  const results = await reading?.catch(() => null);
  for (const ticker of turn)
    analysed.set(ticker, await analyse(check, ticker, nowSeconds, results?.of(ticker) ?? null));
  const observed: Observed[] = [];
  const after: WatchedListing[] = [];
  for (const [ticker, { forecasts, nextAtSeconds }] of [...ledger, ...analysed]) {
    const listing = byTicker.get(ticker);
    if (listing === undefined) continue;
    const next = { ...listing, analysisAt: nextAtSeconds };
    const [latest] = forecasts;
    const isNew = latest !== undefined && latest.base_date > (listing.forecastSession ?? '');
    const values = valuesOf(forecasts);
    after.push(
      isNew ? { ...next, forecastSession: latest.base_date, forecast: JSON.stringify(values) } : next,
    );
    if (isNew) observed.push(...changes(listing, latest, values));
  }
  return { observed, listings: after };
}

interface Analysis {
  readonly forecasts: readonly SessionForecast[];
  readonly nextAtSeconds: number;
}

async function analyse(
  { market, source }: ForecastCheck,
  ticker: Ticker,
  nowSeconds: number,
  results: KnownResults | null,
): Promise<Analysis> {
  const read = await withDeadline(LOAD_DEADLINE_MS, (signal) => source.stock(ticker, signal));
  const { forecasts, nextAtSeconds } = read.ok
    ? analyseClose(read.value, { ledger: market, ticker, nowSeconds, results })
    : { forecasts: [], nextAtSeconds: 0 };
  return { forecasts, nextAtSeconds: Math.ceil(Math.max(nextAtSeconds, nowSeconds + RETRY_SECONDS)) };
}

type Values = Readonly<Partial<Record<AlertMetric, number>>>;

function valuesOf(forecasts: readonly SessionForecast[]): Values {
  const [first] = forecasts;
  const odds = forecasts.flatMap(({ horizon_days: days, probability_buy: buy, probability_sell: sell }) => [
    [`odds_buy_${days}`, buy],
    [`odds_sell_${days}`, sell],
  ]);
  return { signal: AI_SIGNALS.findIndex((level) => level === first?.signal), ...Object.fromEntries(odds) };
}

function changes(
  { ticker, forecast, forecastSession }: WatchedListing,
  { base_date: session, made_at: madeAt, source }: SessionForecast,
  values: Values,
): Observed[] {
  const last = JSON.parse(forecast ?? '{}') as Values;
  return Object.entries(values).map(([name, value]) => {
    const metric = name as AlertMetric;
    const known = last[metric];
    const before =
      known === undefined || forecastSession === null
        ? null
        : { value: known, session: forecastSession, atSeconds: parseIsoDate(forecastSession) ?? 0 };
    const now = { value, session, atSeconds: Math.floor(Date.parse(madeAt) / 1000) };
    return { ticker, metric, now, before, source: source as Observed['source'], areSplitsKnown: false };
  });
}

/** The ledger's latest forecasts of listings, if they are newer than those of the last check. */
async function readLedger(
  { db, market }: AlertTables,
  listings: readonly WatchedListing[],
  nowSeconds: number,
): Promise<readonly (readonly [Ticker, Analysis])[]> {
  if (listings.length === 0) return [];
  const since = listings.map(({ ticker, forecastSession }) => {
    return [ticker, forecastSession ?? isoDate(nowSeconds - RECENT_SECONDS)];
  });
  const { results } = await sql(db)`
    SELECT f.* FROM json_each(${JSON.stringify(since)}) t CROSS JOIN record_forecast f
    ON f.ledger = ${market} AND f.ticker = t.value->>0 AND f.base_date > t.value->>1
    ORDER BY f.base_date DESC`.all<SessionForecast & { readonly ticker: Ticker }>();
  return [...Map.groupBy(results, ({ ticker }) => ticker)].map(([ticker, rows]) => {
    const forecasts = rows.filter(({ base_date: date }) => date === rows[0]?.base_date);
    return [ticker, { forecasts, nextAtSeconds: 0 }] as const;
  });
}

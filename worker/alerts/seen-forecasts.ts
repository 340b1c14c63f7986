/** Signals and odds, checked once per session: taken from the ledger, or from an analysis after the close. */
import { AI_SIGNALS, isoDate, SECONDS_PER_DAY, type AlertMetric, type Ticker } from '#compute';
import type { Crossing } from '../contract/user-store.ts';
import { analyseClose, type SessionForecast } from '../ledger/closing.ts';
import { LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';
import { lastLook, type AlertsLook, type ObservedMetric, type Watched } from './look-store.ts';

const RETRY_SECONDS = 15 * 60;

export async function observedForecasts(look: AlertsLook, watched: readonly Watched[], nowSeconds: number) {
  const wanted = watched.filter(({ metric }) => forecastMetric(metric) !== null);
  const universe = new Set(look.universe);
  const inLedger = wanted.filter(({ ticker }) => universe.has(ticker));
  const forecasts = new Map<Ticker, readonly SessionForecast[]>(await readLedger(look, inLedger, nowSeconds));
  const others = wanted
    .filter(({ ticker, dueAt }) => !universe.has(ticker) && dueAt <= nowSeconds)
    .toSorted((a, b) => a.dueAt - b.dueAt)
    .map(({ ticker }) => ticker);
  const nextAnalyses: [Ticker, number][] = [];
  for (const ticker of [...new Set(others)].slice(0, look.analysesPerRun)) {
    const read = await withDeadline(LOAD_DEADLINE_MS, (signal) => look.source.stock(ticker, signal));
    const analysis = read.ok
      ? analyseClose(read.value, { ledger: look.market, ticker, nowSeconds })
      : { forecasts: [], nextAtSeconds: 0 };
    forecasts.set(ticker, analysis.forecasts);
    nextAnalyses.push([ticker, Math.max(analysis.nextAtSeconds, nowSeconds + RETRY_SECONDS)]);
  }
  const seen = wanted.flatMap((row): ObservedMetric[] => {
    const metric = forecastMetric(row.metric);
    const forecast = forecasts
      .get(row.ticker)
      ?.find(({ horizon_days: days }) => days === (metric?.days ?? days));
    if (metric === null || forecast === undefined) return [];
    const { base_date: session, made_at: madeAt, source } = forecast;
    if (row.session !== null && session <= row.session) return [];
    const now = { value: metric.valueOf(forecast), session, atSeconds: Date.parse(madeAt) / 1000 };
    return [{ ...row, now, last: lastLook(row), splits: [], source: source as Crossing['source'] }];
  });
  return { seen, nextAnalyses };
}

/** How a metric is read from forecasts; `null` for those of prices. */
export function forecastMetric(
  metric: AlertMetric,
): { readonly days: number | null; readonly valueOf: (row: SessionForecast) => number } | null {
  if (metric === 'signal')
    return { days: null, valueOf: ({ signal }) => AI_SIGNALS.findIndex((level) => level === signal) };
  const [, side, days] = /^odds_(buy|sell)_(\d+)$/.exec(metric) ?? [];
  if (side === undefined) return null;
  return {
    days: Number(days),
    valueOf: (row) => (side === 'buy' ? row.probability_buy : row.probability_sell),
  };
}

/** The ledger's latest forecasts of listings, as far as they are newer than the last look. */
async function readLedger({ db, market }: AlertsLook, watched: readonly Watched[], nowSeconds: number) {
  const since = new Map<Ticker, string>();
  for (const { ticker, session } of watched) {
    const before = session ?? isoDate(nowSeconds - 7 * SECONDS_PER_DAY);
    const known = since.get(ticker);
    if (known === undefined || before < known) since.set(ticker, before);
  }
  if (since.size === 0) return [];
  const { results } = await sql(db)`
    SELECT f.* FROM json_each(${JSON.stringify([...since])}) t CROSS JOIN record_forecast f
    ON f.ledger = ${market} AND f.ticker = t.value->>0 AND f.base_date > t.value->>1
    ORDER BY f.base_date DESC`.all<SessionForecast & { readonly ticker: Ticker }>();
  return [...Map.groupBy(results, ({ ticker }) => ticker)].map(([ticker, rows]) => {
    const latest = rows[0]?.base_date;
    return [ticker, rows.filter(({ base_date: date }) => date === latest)] as const;
  });
}

import type { HorizonDays, LedgerName, Ticker } from '#compute';
import type { ForecastsResponse, LatestForecast, LedgerResponse } from '../contract/contract.ts';
import { sql } from '../sql.ts';
import { EVERY_LISTING } from './summary.ts';

/** Each listing's latest forecast, in the universe's order, with its ledger scores over the horizon. */
export async function readForecasts(
  db: D1Database,
  ledger: LedgerName,
  universe: readonly Ticker[],
  horizonDays: HorizonDays,
): Promise<ForecastsResponse> {
  const [listings, summary] = await db.batch<Record<string, string | null>>([
    sql(db)`SELECT value AS ticker, body, last_session, failure FROM json_each(${JSON.stringify(universe)}) j
      LEFT JOIN record_latest f ON f.ledger = ${ledger} AND f.ticker = value
      LEFT JOIN record_check c ON c.ledger = ${ledger} AND c.ticker = value ORDER BY j.key`,
    sql(db)`SELECT h.value ->> 'by_ticker' AS groups FROM record_summary, json_each(body, '$.horizons') h
      WHERE ledger = ${ledger} AND subject = ${EVERY_LISTING} AND h.value ->> 'horizon_days' = ${horizonDays}`,
  ]);
  type Group = LedgerResponse['horizons'][number]['by_ticker'][number];
  const groups = JSON.parse(summary?.results[0]?.['groups'] ?? '[]') as readonly Group[];
  const records = new Map(
    groups.map(({ name, n, from, coverage80 }) => [name, { n, from, coverage80 }] as const),
  );
  const rows = (listings?.results ?? []).map((row): ForecastsResponse['rows'][number] => {
    const ticker = row['ticker'] ?? '';
    return {
      ticker,
      forecast: JSON.parse(row['body'] ?? 'null') as LatestForecast | null,
      last_session: row['last_session'] ?? null,
      reason: row['failure'] ?? null,
      record: records.get(ticker) ?? null,
    };
  });
  const madeAt = rows.flatMap(({ forecast }) => forecast?.made_at ?? []).sort();
  return { ledger, as_of: madeAt.at(-1) ?? null, horizon_days: horizonDays, rows };
}

import { forecast, HORIZON_OPTIONS_DAYS, indicatorSet, recordNumber, technicalSignal } from '#compute';
import type { Candles, RecordForecast, RecordLedger, Ticker } from '#compute';
import type { StockRecord } from '../market-data/market-data.ts';

const LONGEST_HORIZON_DAYS = 30;

/**
 * The forecasts of every horizon from the last of the given bars and nothing else; `null` for a history too short. They
 * have their place in the chain, `seq`, when they are written.
 */
export function forecastsFrom(
  { listing, historySource }: StockRecord,
  candles: Candles,
  { ledger, ticker, madeAt }: { ledger: RecordLedger; ticker: Ticker; madeAt: string },
): Omit<RecordForecast, 'seq'>[] | null {
  // One projection serves all: a point does not depend on how far the path goes on.
  const made = forecast({ candles, horizonDays: LONGEST_HORIZON_DAYS, calendar: listing.calendar });
  if (!made.ok) return null;
  const { model, version, baseDate, basePrice, points } = made.value;
  const signal = technicalSignal({ candles, ...indicatorSet(candles.close) }).level;
  return points.flatMap((point, index) => {
    const horizonDays = HORIZON_OPTIONS_DAYS.find((days) => days === index + 1);
    if (horizonDays === undefined) return [];
    return {
      ledger,
      ticker,
      base_date: baseDate,
      horizon_days: horizonDays,
      target_date: point.date,
      base_close: recordNumber(basePrice),
      median: recordNumber(point.price),
      low80: recordNumber(point.low80),
      high80: recordNumber(point.high80),
      low95: recordNumber(point.low95),
      high95: recordNumber(point.high95),
      probability_up: recordNumber(point.probabilityUp),
      probability_buy: recordNumber(point.probabilityBuy),
      probability_sell: recordNumber(point.probabilitySell),
      signal,
      model: `${model} ${version}`,
      source: historySource,
      adjustment: 'splits',
      made_at: madeAt,
    };
  });
}

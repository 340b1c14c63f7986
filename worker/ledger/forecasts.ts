import { forecast, HORIZON_OPTIONS_DAYS, indicatorSet, ledgerNumber, technicalSignal } from '#compute';
import type { Candles, LedgerForecast, LedgerName, Ticker } from '#compute';
import type { StockRecord } from '../providers/market-data.ts';

const LONGEST_HORIZON_DAYS = 30;

/**
 * The forecasts of every horizon from the last of the given bars and nothing else; `null` for a history too short. They
 * have their place in the chain, `seq`, when they are written.
 */
export function forecastsFrom(
  { listing, historySource }: StockRecord,
  candles: Candles,
  { ledger, ticker, madeAt }: { ledger: LedgerName; ticker: Ticker; madeAt: string },
): Omit<LedgerForecast, 'seq'>[] | null {
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
      base_close: ledgerNumber(basePrice),
      median: ledgerNumber(point.price),
      low80: ledgerNumber(point.low80),
      high80: ledgerNumber(point.high80),
      low95: ledgerNumber(point.low95),
      high95: ledgerNumber(point.high95),
      probability_up: ledgerNumber(point.probabilityUp),
      probability_buy: ledgerNumber(point.probabilityBuy),
      probability_sell: ledgerNumber(point.probabilitySell),
      signal,
      model: `${model} ${version}`,
      source: historySource,
      adjustment: 'splits',
      made_at: madeAt,
    };
  });
}

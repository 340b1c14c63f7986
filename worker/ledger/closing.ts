import {
  closingForecast,
  forecastBasis,
  datesAfter,
  ledgerNumber,
  sessionEndSeconds,
  settledSeconds,
  sliceCandles,
} from '#compute';
import type { Candles, ClosingForecast, LedgerForecast, LedgerName, Ticker } from '#compute';
import type { LatestForecast } from '../contract/contract.ts';
import { basisOf, type Traded } from '../contract/snapshot-codec.ts';
import { reactionsOf, type KnownResults } from '../dates/known-results.ts';
import type { PriceSnapshot } from '../providers/market-data.ts';

/** With an earlier last trade the listing trades seldom or is halted, or its source's clock or this one is wrong. */
const LAST_TRADE_SECONDS = 15 * 60;

/** A forecast without its number in the chain. */
export type SessionForecast = Omit<LedgerForecast, 'seq'>;

export function forecastClose(stock: PriceSnapshot, candles: Candles, results: KnownResults | null) {
  return closingForecast(forecastBasis(candles, basisOf(stock, reactionsOf(stock, results))));
}

export function ledgerRows(
  { source, historySource = source }: PriceSnapshot,
  { forecast, signal, horizons }: ClosingForecast,
  { ledger, ticker, madeAt }: { ledger: LedgerName; ticker: Ticker; madeAt: string },
): SessionForecast[] {
  const { model, version, baseDate, basePrice } = forecast;
  return horizons.map(({ days, point }) => ({
    ledger,
    ticker,
    base_date: baseDate,
    horizon_days: days,
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
  }));
}

export function latestForecast(
  { listing, source, historySource = source }: PriceSnapshot,
  { forecast, signal, movePercent, moveRarity, horizons }: ClosingForecast,
  madeAt: string,
): LatestForecast {
  const { results } = forecast;
  return {
    company_name: listing.companyName,
    currency: listing.currency,
    source: historySource,
    base_date: forecast.baseDate,
    base_close: forecast.basePrice,
    made_at: madeAt,
    move_percent: movePercent,
    move_rarity: moveRarity,
    signal,
    results: results && {
      date: results.date,
      status: results.status,
      plus_minus_days: results.plus_minus_days,
    },
    horizons: horizons.map(({ days, point, widthRank }) => ({
      horizon_days: days,
      target_date: point.date,
      median: point.price,
      low80: point.low80,
      low95: point.low95,
      high80: point.high80,
      probability_up: point.probabilityUp,
      probability_buy: point.probabilityBuy,
      probability_sell: point.probabilitySell,
      width_rank: widthRank,
    })),
  };
}

/** The bars of finished sessions: all but the last, and the last once its price is a close. */
export function finishedCandles(stock: PriceSnapshot, nowSeconds: number): Candles {
  const { candles } = stock;
  return isClose(stock, candles.time.at(-1) ?? 0, nowSeconds) ? candles : sliceCandles(candles, 0, -1);
}

/** Auction and delay are over, and the last trade confirms it: neither a wrong clock nor a halt makes a passing price a close. */
export function isClose(stock: Traded, dateSeconds: number, nowSeconds: number): boolean {
  const lastMinutes = sessionEndSeconds(stock, dateSeconds) - LAST_TRADE_SECONDS;
  // A future's stated session ends with the day, whatever its hours.
  const isLate = stock.asOfSeconds >= lastMinutes || stock.listing.instrument === 'future';
  return isLate && stock.isDatedAhead !== true && nowSeconds >= settledSeconds(stock, dateSeconds);
}

/** When the session after the last bar is over and settled. */
export function nextCloseSeconds(stock: PriceSnapshot, { time }: Candles): number {
  const lastBar = time.at(-1) ?? 0;
  const [next = lastBar] = datesAfter(lastBar, stock.candles.time, stock.sessions);
  return settledSeconds(stock, next);
}

import {
  closingForecast,
  HORIZON_OPTIONS_DAYS,
  isoInstant,
  ledgerNumber,
  nextTradingDays,
  sessionEndSeconds,
  SETTLING_SECONDS,
  sliceCandles,
  withDividends,
} from '#compute';
import type { Candles, ClosingForecast, LedgerForecast, LedgerName, Ticker } from '#compute';
import type { LatestForecast } from '../contract/contract.ts';
import type { PriceSnapshot } from '../providers/market-data.ts';

/**
 * How long before the close the last trade may be. An earlier one means that the listing trades seldom, is halted, or that this
 * clock is fast; then its session counts as finished only after a longer wait.
 */
const LAST_TRADE_SECONDS = 15 * 60;
const QUIET_SECONDS = 4 * 3600;

export type Traded = Pick<PriceSnapshot, 'listing' | 'session' | 'asOfSeconds' | 'delayedMinutes'>;

/** A forecast without its number in the chain. */
export type SessionForecast = Omit<LedgerForecast, 'seq'>;

/** The forecasts from a listing's last finished session (none for a short history), and when the next session is finished. */
export function analyseClose(
  stock: PriceSnapshot,
  { ledger, ticker, nowSeconds }: { ledger: LedgerName; ticker: Ticker; nowSeconds: number },
): { readonly forecasts: readonly SessionForecast[]; readonly nextAtSeconds: number } {
  const candles = finishedCandles(stock, nowSeconds);
  const lastBar = candles.time.at(-1) ?? 0;
  const [next = lastBar] = nextTradingDays(lastBar, 1, stock.listing.calendar);
  const madeAt = isoInstant(nowSeconds);
  const made = forecastClose(stock, candles);
  return {
    forecasts: made.ok ? ledgerRows(stock, made.value, { ledger, ticker, madeAt }) : [],
    nextAtSeconds: finishedAtSeconds(stock, next, nowSeconds),
  };
}

export function forecastClose({ actions, listing }: PriceSnapshot, candles: Candles) {
  return closingForecast(withDividends(candles, actions?.dividends ?? []), listing.calendar);
}

export function ledgerRows(
  { historySource }: PriceSnapshot,
  { forecast, signal }: ClosingForecast,
  { ledger, ticker, madeAt }: { ledger: LedgerName; ticker: Ticker; madeAt: string },
): SessionForecast[] {
  const { model, version, baseDate, basePrice, points } = forecast;
  return HORIZON_OPTIONS_DAYS.flatMap((days) => {
    const point = points[days - 1];
    if (point === undefined) return [];
    return {
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
    };
  });
}

export function latestForecast(
  { listing, historySource }: PriceSnapshot,
  { forecast, signal, movePercent, moveRarity, widthRanks }: ClosingForecast,
  madeAt: string,
): LatestForecast {
  return {
    company_name: listing.companyName,
    currency: listing.currency,
    source: historySource,
    base_date: forecast.baseDate,
    base_close: forecast.basePrice,
    made_at: madeAt,
    move_percent: movePercent,
    move_rarity: moveRarity && { sessions: moveRarity.sessions, as_large: moveRarity.asLarge },
    signal,
    horizons: HORIZON_OPTIONS_DAYS.flatMap((days) => {
      const point = forecast.points[days - 1];
      if (point === undefined) return [];
      return {
        horizon_days: days,
        target_date: point.date,
        median: point.price,
        low80: point.low80,
        high80: point.high80,
        probability_up: point.probabilityUp,
        probability_buy: point.probabilityBuy,
        probability_sell: point.probabilitySell,
        width_rank: widthRanks[days],
      };
    }),
  };
}

/** The bars of finished sessions: all but the last, and the last too once its session is finished. */
export function finishedCandles(stock: PriceSnapshot, nowSeconds: number): Candles {
  const { candles } = stock;
  const lastBar = candles.time.at(-1) ?? 0;
  return nowSeconds >= finishedAtSeconds(stock, lastBar, nowSeconds) ? candles : sliceCandles(candles, 0, -1);
}

/**
 * When a session is finished: once auctions and delays are over by this clock, and later unless the source's last trade
 * confirms it. So neither a wrong clock nor a halt turns a passing price into a close.
 */
export function finishedAtSeconds(stock: Traded, dateSeconds: number, nowSeconds: number): number {
  const end = sessionEndSeconds(stock, dateSeconds);
  const isOld = stock.asOfSeconds < end - LAST_TRADE_SECONDS;
  const isQuiet = isOld && nowSeconds >= end + SETTLING_SECONDS;
  return end + (isQuiet ? QUIET_SECONDS + 60 * stock.delayedMinutes : SETTLING_SECONDS);
}

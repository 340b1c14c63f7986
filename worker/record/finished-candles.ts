import { sliceCandles } from '#compute';
import type { Candles } from '#compute';
import type { StockRecord } from '../market-data/market-data.ts';
import { SETTLING_SECONDS, sessionEndSeconds } from '../market-data/market-hours.ts';

/** Trade stops this early at most on a day that ends as planned; an earlier last trade is a halt, or our clock is ahead. */
const LAST_TRADE_SECONDS = 15 * 60;

/**
 * The bars of sessions that are over: all but the last, and that one too once auctions and delays are over. It needs two witnesses, our clock and the
 * source's last trade, so that neither a clock that runs ahead nor a halt makes a close of a passing price.
 */
export function finishedCandles(record: StockRecord, nowSeconds: number): Candles {
  const { candles, asOfSeconds } = record;
  const end = sessionEndSeconds(record, candles.time.at(-1) ?? 0);
  const isOver = nowSeconds >= end + SETTLING_SECONDS && asOfSeconds >= end - LAST_TRADE_SECONDS;
  return isOver ? candles : sliceCandles(candles, 0, -1);
}

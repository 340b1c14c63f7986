import type { Candle } from '#compute';
import type { Quote } from './market-data.ts';

/**
 * The bar of a quote's day, ending at its price. Where the series has no row for that day yet, it is made from the day's
 * facts: without it the change would be measured against the wrong session. A quote older than the last bar changes
 * nothing. `tradeDate` is the quote's date at its exchange, as in `Candles.time`.
 */
export function currentBar(last: Candle, tradeDate: number, quote: Quote): Candle {
  const { price } = quote;
  if (tradeDate < last.time) return last;
  const dayHigh = Math.max(quote.dayHigh ?? price, price);
  const dayLow = Math.min(quote.dayLow ?? price, price);
  if (tradeDate === last.time) {
    return { ...last, close: price, high: Math.max(last.high, dayHigh), low: Math.min(last.low, dayLow) };
  }
  // No source states the open here; the nearest price of the day's range to the previous close stands for it.
  const open = Math.min(Math.max(last.close, dayLow), dayHigh);
  return { time: tradeDate, open, high: dayHigh, low: dayLow, close: price, volume: quote.volume ?? 0 };
}

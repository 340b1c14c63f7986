import type { Candles } from '#compute';
import { mainCurrency } from './exchanges.ts';
import type { DatedFigure, Fundamentals, PriceSnapshot } from './market-data.ts';

export interface Valuation {
  /** In the listing's main currency (pounds, not pence). */
  readonly marketCap: number | null;
  readonly peRatio: number | null;
}

/**
 * Market cap and P/E at the snapshot's price. A past day's figure moves with the price since that day's close. P/E is price
 * over trailing earnings per share, if positive. A figure in a currency other than the listing's (depositary receipts) is
 * left out, except a stated P/E, which moves with the price as market cap does.
 */
export function valuation(stock: PriceSnapshot, fundamentals: Fundamentals | null): Valuation {
  if (fundamentals === null) return { marketCap: null, peRatio: null };
  const { code, unitsPerMain } = mainCurrency(stock.listing.currency);
  const { marketCap, trailingEps, trailingPe } = fundamentals;
  const price = stock.quote.price;
  const epsFits = trailingEps !== null && trailingEps.currency === code && trailingEps.value > 0;
  const loss = trailingEps !== null && trailingEps.value <= 0;
  return {
    marketCap: marketCap !== null && marketCap.currency === code ? movedByPrice(marketCap, stock) : null,
    peRatio: epsFits
      ? price / unitsPerMain / trailingEps.value
      : trailingPe !== null && trailingPe.value > 0 && !loss
        ? movedByPrice(trailingPe, stock)
        : null,
  };
}

function movedByPrice(figure: DatedFigure, stock: PriceSnapshot): number | null {
  const close = closeOn(stock.candles, figure.dateSeconds);
  return close === null ? null : (figure.value * stock.quote.price) / close;
}

/** The close of the last bar on or before a date; `null` when the history starts later. */
function closeOn(candles: Candles, dateSeconds: number): number | null {
  const index = candles.time.findLastIndex((time) => time <= dateSeconds);
  return candles.close[index] ?? null;
}

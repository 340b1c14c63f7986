import type { AnalysisInput } from './analysis.ts';
import { forecast } from './forecast/forecast.ts';
import { dayChange, type DayChange } from './history-facts.ts';
import { indicatorSet } from './indicators/indicator-set.ts';
import type { AiSignal } from './signals/signal.ts';
import { technicalSignal } from './signals/technical-signal.ts';

/** What one row of a list says about a listing: a small part of an `Analysis`, at a small part of its cost. */
export interface QuoteFacts extends DayChange {
  /** `null` where the history is too short for a forecast, as is `probabilityBuy`. */
  readonly signal: AiSignal | null;
  /** P(the close at the horizon ≥ current price + 2 %), 0…1. */
  readonly probabilityBuy: number | null;
}

/**
 * The facts of a list's row, equal to those of `analyse` for the same input to the last bit, without the walk-forward
 * record. Price in the listing's currency, percents as percents. A history too short for a forecast still has its day's
 * change. Throws `RangeError` unless the price is finite and > 0 and `sessionLeft` 0…1 (a programmer error: a decoded
 * quote has them).
 */
export function quoteFacts(input: AnalysisInput): QuoteFacts {
  const { candles, currentPrice, sessionLeft } = input;
  const projected = forecast({ ...input, quote: { price: currentPrice, sessionLeft } });
  return {
    ...dayChange(candles, currentPrice),
    signal: projected.ok ? technicalSignal({ candles, ...indicatorSet(candles.close) }).level : null,
    probabilityBuy: projected.ok ? projected.value.points.at(-1)!.probabilityBuy : null,
  };
}

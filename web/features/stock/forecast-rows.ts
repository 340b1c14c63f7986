import { forecastSignal, type ForecastPoint, type ForecastSignal } from '#compute';
import { formatIsoDate } from '../../shared/format/dates.ts';

/** One line of the Forecast Signals table (spec section 3). */
export interface ForecastRow {
  readonly id: string;
  readonly dateLabel: string;
  readonly signal: ForecastSignal;
  readonly price: number;
  readonly change: number;
  /** Percent: 2 means 2 %. */
  readonly changePercent: number;
  /** P(price ≥ current + 2 %) and P(price ≤ current − 2 %), 0…1. */
  readonly probabilityBuy: number;
  readonly probabilitySell: number;
}

/**
 * Rows of the forecast against the current price. A point whose price is not a number is dropped; a current price that is
 * zero, negative or not a number gives no rows (spec section 4).
 */
export function forecastRows(points: readonly ForecastPoint[], currentPrice: number): ForecastRow[] {
  if (!(currentPrice > 0)) return [];
  return points
    .filter(({ price }) => Number.isFinite(price))
    .map((point) => {
      const change = point.price - currentPrice;
      const changePercent = (change / currentPrice) * 100;
      return {
        id: point.date,
        dateLabel: formatIsoDate(point.date, 'short'),
        signal: forecastSignal(changePercent),
        price: point.price,
        change,
        changePercent,
        probabilityBuy: point.probabilityBuy,
        probabilitySell: point.probabilitySell,
      };
    });
}

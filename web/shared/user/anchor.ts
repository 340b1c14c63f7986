/** Drawings and alerts store prices as they were that day, together with one close. Comparing that close with today's history reveals later splits. */
import { rescaledPrice, splitFactor, yearCloses, type DatedCloses } from '#compute';
import type { ItemValue } from '#worker/contract';
import type { Listing } from '../api/listing-queries.ts';

type SplitAnchor = NonNullable<ItemValue<'drawing'>['anchor']>;

/** The current scale of a listing's prices. Every quote of the listing has it. */
export interface PriceScale {
  readonly source: string;
  readonly year_closes: DatedCloses;
}

export function priceScaleOf({ response, finished }: Pick<Listing, 'response' | 'finished'>): PriceScale {
  return { source: response.source, year_closes: yearCloses(finished) };
}

/** The anchor to store with prices in this scale; `null` before the listing's first finished session. */
export function anchorIn({ source, year_closes: { dates, prices } }: PriceScale): SplitAnchor | null {
  const [date, close] = [dates.at(-1), prices.at(-1)];
  return date === undefined || close === undefined ? null : { source, date, close };
}

/** A stored price in today's scale; unchanged if no split is known. */
export function splitAdjustedPrice(
  price: number,
  anchor: SplitAnchor | undefined,
  today: PriceScale | null,
): number {
  if (anchor === undefined || today === null || !isSameMarket(anchor.source, today.source)) return price;
  const { dates, prices } = today.year_closes;
  const closeToday = prices[dates.indexOf(anchor.date)];
  const factor = closeToday === undefined ? 1 : splitFactor(anchor.close, closeToday);
  return rescaledPrice(price, factor);
}

/** Whether both sources are live, or both are the simulated market. */
export function isSameMarket(source: string, other: string): boolean {
  return (source === 'sample') === (other === 'sample');
}

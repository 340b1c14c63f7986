/**
 * What a user keeps has prices of the day on which it was made. A close noted with them shows, in a history of today, what was
 * split since.
 */
import { changeDecimals, splitFactor, type DatedCloses } from '#compute';
import type { ItemValue } from '#worker/contract';

export type Anchor = NonNullable<ItemValue<'drawing'>['anchor']>;

/** The scale in which a listing's prices are at the moment. A quote of the listing has it. */
export interface PriceScale {
  readonly source: string;
  readonly year_closes: DatedCloses;
}

/** What prices of this scale are kept with; `null` where no session of the listing is over. */
export function anchorIn({ source, year_closes: { dates, prices } }: PriceScale): Anchor | null {
  const [date, close] = [dates.at(-1), prices.at(-1)];
  return date === undefined || close === undefined ? null : { source, date, close };
}

/** A price that is kept as it reads in the scale of today; the same where nothing is known of a split. */
export function priceToday(price: number, anchor: Anchor | undefined, today: PriceScale | null): number {
  if (anchor === undefined || today === null || !isSameMarket(anchor.source, today.source)) return price;
  const { dates, prices } = today.year_closes;
  const closeToday = prices[dates.indexOf(anchor.date)];
  const factor = closeToday === undefined ? 1 : splitFactor(anchor.close, closeToday);
  if (factor === 1) return price;
  const scaled = price * factor;
  // As prices are written: what a rule says is then what it does.
  return Number(scaled.toFixed(changeDecimals(scaled) ?? 2));
}

/** Whether two sources are of the same market: every live one is of the real market, `sample` of the simulated one. */
export function isSameMarket(source: string, other: string): boolean {
  return (source === 'sample') === (other === 'sample');
}

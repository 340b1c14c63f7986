import { brief } from '#compute';
import type { Format } from '../../../shared/format/format.ts';
import type { StockData } from '../listing-data.ts';

/** The brief of a listing, one sentence each, as the reader writes numbers. */
export function briefTexts(format: Format, { analysis, response }: StockData): string[] {
  return brief(analysis, {
    price: (price) => format.price(price, response.currency),
    share: format.share,
    count: format.count,
    date: (date) => format.isoDate(date, 'weekday'),
  }).map(({ text }) => text);
}

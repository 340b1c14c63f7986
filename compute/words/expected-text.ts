import type { Expected } from '../dates/expected-date.ts';
import type { Format } from '../format/format.ts';

type Words = Pick<Format, 'isoDate'>;

/** "on Thu, Nov 26", or "expected Thu, Nov 26 ±3 days" if the date is not confirmed. */
export function whenText(format: Words, { date, status, plus_minus_days: days }: Expected): string {
  const day = format.isoDate(date, 'weekday');
  if (status === 'confirmed') return `on ${day}`;
  return `expected ${day}${days === 0 ? '' : ` ±${days} ${days === 1 ? 'day' : 'days'}`}`;
}

/** "earnings on Thu, Nov 26", "earnings, expected Thu, Nov 26 ±3 days". */
export function expectedText(format: Words, eventName: string, expected: Expected): string {
  return `${eventName}${expected.status === 'confirmed' ? '' : ','} ${whenText(format, expected)}`;
}

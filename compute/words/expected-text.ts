import type { ExpectedResults } from '../forecast/forecast.ts';
import type { Format } from '../format/format.ts';

/** An upcoming date as the wire has it. */
export interface Expected {
  readonly date: string;
  readonly status: 'confirmed' | 'estimated';
  readonly plus_minus_days: number;
}

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

export function expectedDate({ date, isConfirmed, plusMinusDays }: ExpectedResults): Expected {
  return { date, status: isConfirmed ? 'confirmed' : 'estimated', plus_minus_days: plusMinusDays };
}

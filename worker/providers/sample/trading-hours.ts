import { halfDayCut, isTradingDay, SECONDS_PER_DAY, zonedDate, zonedInstant } from '#compute';
import type { Period, Session } from '#compute';
import type { Listing } from '../market-data.ts';
import type { SampleListing } from './listings.ts';

const MINUTE = 60;
const HOUR = 3600;

/** Local times of day in seconds: [open, close] and, with extended trading, its [start, end]. */
interface Hours {
  readonly regular: readonly [number, number];
  readonly extended?: readonly [number, number];
}

const NEW_YORK: Hours = {
  regular: [9 * HOUR + 30 * MINUTE, 16 * HOUR],
  extended: [4 * HOUR, 20 * HOUR],
};
const CONTINENT: Hours = { regular: [9 * HOUR, 17 * HOUR + 30 * MINUTE] };
const ROUND_THE_CLOCK: Hours = { regular: [0, 24 * HOUR] };

/** By exchange code. All others keep New York's hours. */
const HOURS: ReadonlyMap<string, Hours> = new Map<string, Hours>([
  ['TOR', { regular: NEW_YORK.regular }],
  ['LSE', { regular: [8 * HOUR, 16 * HOUR + 30 * MINUTE] }],
  ['GER', CONTINENT],
  ['PAR', CONTINENT],
  ['AMS', CONTINENT],
  ['EBS', CONTINENT],
  ['CPH', { regular: [9 * HOUR, 17 * HOUR] }],
  ['JPX', { regular: [9 * HOUR, 15 * HOUR + 30 * MINUTE] }],
  ['HKG', { regular: [9 * HOUR + 30 * MINUTE, 16 * HOUR] }],
  ['CCC', ROUND_THE_CLOCK],
]);

/** The date of the latest session that has opened. */
export function latestSessionDate(listing: SampleListing, nowSeconds: number): number {
  let date = zonedDate(nowSeconds, listing.timezone);
  while (
    !isTradingDay(date, listing.calendar) ||
    sessionOn(listing, date).regular.startSeconds > nowSeconds
  ) {
    date -= SECONDS_PER_DAY;
  }
  return date;
}

/** A venue's hours on a date, as instants; shorter on the NYSE's half days. */
export function sessionOn(listing: SampleListing, dateSeconds: number): Session {
  const { regular, extended } = HOURS.get(listing.exchangeCode) ?? NEW_YORK;
  const cut = halfDayCut(dateSeconds, listing.calendar);
  return {
    pre: extended === undefined ? null : period(listing, dateSeconds, extended[0], regular[0]),
    regular: period(listing, dateSeconds, regular[0], regular[1] - cut),
    post: extended === undefined ? null : period(listing, dateSeconds, regular[1] - cut, extended[1] - cut),
  };
}

function period(listing: Listing, dateSeconds: number, start: number, end: number): Period {
  return {
    startSeconds: zonedInstant(dateSeconds, start, listing.timezone),
    endSeconds: zonedInstant(dateSeconds, end, listing.timezone),
  };
}

import { zonedInstant } from '#compute';
import type { Listing } from './listings.ts';

const DAY_SECONDS = 86_400;
const OPEN_SECOND = 9.5 * 3600;
const CLOSE_SECOND = 16 * 3600;

/** A regular session, in epoch seconds. */
export interface Session {
  readonly start: number;
  readonly end: number;
}

/** A date's regular session: 09:30 to 16:00 in New York, the whole day in UTC. Ignores half days. */
export function sessionOf(date: string, timeZone: Listing['timeZone']): Session {
  const midnight = Date.parse(`${date}T00:00:00Z`) / 1000;
  if (timeZone === 'UTC') return { start: midnight, end: midnight + DAY_SECONDS - 60 };
  return {
    start: zonedInstant(midnight, OPEN_SECOND, timeZone),
    end: zonedInstant(midnight, CLOSE_SECOND, timeZone),
  };
}

import type { Listing } from './listings.ts';

const DAY_SECONDS = 86_400;
const OPEN_LOCAL_SECONDS = 9.5 * 3600;
const CLOSE_LOCAL_SECONDS = 16 * 3600;

/** A regular session, in epoch seconds. */
export interface Session {
  readonly start: number;
  readonly end: number;
}

const sessions = new Map<string, Session>();

/** {@link computeSession}, memoised: `Intl` takes 50 µs for an offset, and a chart needs a thousand. */
export function sessionOf(date: string, timeZone: Listing['timeZone']): Session {
  const key = `${timeZone} ${date}`;
  let session = sessions.get(key);
  if (session === undefined) sessions.set(key, (session = computeSession(date, timeZone)));
  return session;
}

/** The regular session of a date: 09:30 to 16:00 in New York, the whole day in UTC. Half days are not known. */
function computeSession(date: string, timeZone: Listing['timeZone']): Session {
  const midnightUtc = Date.parse(`${date}T00:00:00Z`) / 1000;
  if (timeZone === 'UTC') return { start: midnightUtc, end: midnightUtc + DAY_SECONDS - 60 };
  // Clocks change at 02:00 on a Sunday, so the offset at noon UTC holds for the session.
  const localMidnight = midnightUtc - utcOffsetSeconds(midnightUtc + DAY_SECONDS / 2, timeZone);
  return { start: localMidnight + OPEN_LOCAL_SECONDS, end: localMidnight + CLOSE_LOCAL_SECONDS };
}

/** Seconds east of UTC at an instant: −14400 in New York in summer, −18000 in winter. */
export function utcOffsetSeconds(epochSeconds: number, timeZone: string): number {
  const name = zonePart(epochSeconds, timeZone, 'longOffset');
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60;
  return sign === '-' ? -size : size;
}

/** `EDT`, `EST`, `UTC`. */
export function zoneAbbreviation(epochSeconds: number, timeZone: string): string {
  return zonePart(epochSeconds, timeZone, 'short');
}

function zonePart(epochSeconds: number, timeZone: string, timeZoneName: 'longOffset' | 'short'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(
    epochSeconds * 1000,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

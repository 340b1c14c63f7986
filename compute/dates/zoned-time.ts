/** Wall-clock time of IANA zones, by `Intl`. Dates are epoch seconds at 00:00 UTC, as in `Candles.time`. */
import { SECONDS_PER_DAY } from './iso-date.ts';
import { getOrCompute } from '../common/memoised.ts';

/** Offsets are memoised by bucket, except in one with a clock change; no zone has two in a bucket. */
const BUCKET_SECONDS = 8 * SECONDS_PER_DAY;

const formatters = new Map<string, Intl.DateTimeFormat>();
const bucketOffsets = new Map<string, Map<number, number>>();

export function isTimezone(name: string): boolean {
  try {
    offsetFormatter(name);
    return true;
  } catch {
    return false;
  }
}

/** How far a zone is ahead of UTC at an instant, seconds. Throws `RangeError` for an unknown zone. */
export function zoneOffsetSeconds(epochSeconds: number, timezone: string): number {
  const bucket = Math.floor(epochSeconds / BUCKET_SECONDS);
  const start = bucketOffset(bucket, timezone);
  return start === bucketOffset(bucket + 1, timezone) ? start : exactOffset(epochSeconds, timezone);
}

export function zonedDate(epochSeconds: number, timezone: string): number {
  const local = epochSeconds + zoneOffsetSeconds(epochSeconds, timezone);
  return Math.floor(local / SECONDS_PER_DAY) * SECONDS_PER_DAY;
}

/** The zone's time of day at an instant, in seconds since its midnight. */
export function zonedSecondOfDay(epochSeconds: number, timezone: string): number {
  return epochSeconds + zoneOffsetSeconds(epochSeconds, timezone) - zonedDate(epochSeconds, timezone);
}

/** When a zone's clock shows a time of day (seconds since midnight) on a date; epoch seconds. */
export function zonedInstant(dateSeconds: number, secondOfDay: number, timezone: string): number {
  const wall = dateSeconds + secondOfDay;
  const guess = wall - zoneOffsetSeconds(wall, timezone);
  return wall - zoneOffsetSeconds(guess, timezone);
}

function bucketOffset(bucket: number, timezone: string): number {
  const offsets = getOrCompute(bucketOffsets, timezone, () => new Map<number, number>());
  return getOrCompute(offsets, bucket, () => exactOffset(bucket * BUCKET_SECONDS, timezone));
}

function exactOffset(epochSeconds: number, timezone: string): number {
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(offsetFormatter(timezone).format(epochSeconds * 1000));
  if (match === null) return 0;
  const magnitude = Number(match[2]) * 3600 + Number(match[3]) * 60;
  return match[1] === '-' ? -magnitude : magnitude;
}

function offsetFormatter(timezone: string): Intl.DateTimeFormat {
  return getOrCompute(formatters, timezone, () => {
    return new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  });
}

import type { Brand } from './brand.ts';

/** A calendar date, `YYYY-MM-DD`. */
export type IsoDate = Brand<string, 'IsoDate'>;

export const SECONDS_PER_DAY = 86_400;

/** The calendar date (UTC) of an instant in epoch seconds. Throws `RangeError` outside the years 0–9999. */
export function isoDate(epochSeconds: number): IsoDate {
  const instant = new Date(epochSeconds * 1000).toISOString();
  // Years outside of 0–9999 are written with a sign and six digits.
  if (instant.length !== 24) throw new RangeError(`not a date of the years 0–9999: ${instant}`);
  return instant.slice(0, 10) as IsoDate;
}

/** Epoch seconds of 00:00 UTC on a calendar date, or `null` unless the text is a real date as `YYYY-MM-DD`. */
export function parseIsoDate(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(milliseconds)) return null;
  const epochSeconds = milliseconds / 1000;
  return isoDate(epochSeconds) === text ? epochSeconds : null;
}

/** A calendar date, `YYYY-MM-DD`. */
export type IsoDate = string & { readonly __brand: 'IsoDate' };

export const SECONDS_PER_DAY = 86_400;

/** Dates by day since 1970. Histories share them, and one needs a thousand. */
const dates = /* @__PURE__ */ new Map<number, IsoDate>();
const MAX_DATES = 50_000;

/** The calendar date (UTC) of an instant in epoch seconds. Throws `RangeError` outside the years 0–9999. */
export function isoDate(epochSeconds: number): IsoDate {
  const day = Math.floor(epochSeconds / SECONDS_PER_DAY);
  const known = dates.get(day);
  if (known !== undefined) return known;
  const [date = ''] = new Date(epochSeconds * 1000).toISOString().split('T');
  if (date.length !== 10) throw new RangeError(`not a date of the years 0–9999: ${epochSeconds}`);
  if (dates.size < MAX_DATES) dates.set(day, date as IsoDate);
  return date as IsoDate;
}

/** Epoch seconds as an ISO instant in UTC. Throws `RangeError` outside JavaScript's range of dates. */
export function isoInstant(epochSeconds: number): string {
  return new Date(Math.round(epochSeconds * 1000)).toISOString();
}

/** Epoch seconds of 00:00 UTC on a calendar date; `null` unless the text is a real date as `YYYY-MM-DD`. */
export function parseIsoDate(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(milliseconds)) return null;
  const epochSeconds = milliseconds / 1000;
  return isoDate(epochSeconds) === text ? epochSeconds : null;
}

/** Days since 1970-01-01. */
export function dayOf(date: string): number {
  return Date.parse(date) / 1000 / SECONDS_PER_DAY;
}

/** Months since the year 0. */
export function monthNumber(epochSeconds: number): number {
  const date = new Date(epochSeconds * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

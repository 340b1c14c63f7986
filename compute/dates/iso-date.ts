/** A calendar date, `YYYY-MM-DD`. */
export type IsoDate = string & { readonly __brand: 'IsoDate' };

export const SECONDS_PER_DAY = 86_400;

/** The calendar date (UTC) of an instant in epoch seconds. Throws `RangeError` outside the years 0–9999. */
export function isoDate(epochSeconds: number): IsoDate {
  const [date = ''] = new Date(epochSeconds * 1000).toISOString().split('T');
  if (date.length !== 10) throw new RangeError(`not a date of the years 0–9999: ${epochSeconds}`);
  return date as IsoDate;
}

/** Epoch seconds as an ISO instant. */
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

/** Months since the year 0. */
export function monthNumber(epochSeconds: number): number {
  const date = new Date(epochSeconds * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

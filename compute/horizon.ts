/** Forecast horizons in trading days. */
export const HORIZON_OPTIONS_DAYS = [1, 7, 14, 30] as const;

export type HorizonDays = (typeof HORIZON_OPTIONS_DAYS)[number];

/** Where neither address nor request names one. */
export const DEFAULT_HORIZON_DAYS: HorizonDays = 7;

/** Reads a horizon from its exact decimal text (`'7'`); `null` for anything else, including `' 7'` and `'7.0'`. */
export function parseHorizon(text: string): HorizonDays | null {
  return HORIZON_OPTIONS_DAYS.find((days) => String(days) === text) ?? null;
}

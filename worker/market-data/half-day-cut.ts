import { isHalfDay } from '#compute';
import type { TradingCalendar } from '#compute';

/** From 16:00 to 13:00, and from 20:00 to 17:00 for the late trading after it (NYSE Group, holiday and early closings calendar). */
const CUT_SECONDS = 3 * 3600;

/** How much sooner than usual the session of a date and the late trading after it end, seconds; 0 on a whole day. */
export function halfDayCut(dateSeconds: number, calendar: TradingCalendar): number {
  return isHalfDay(dateSeconds, calendar) ? CUT_SECONDS : 0;
}

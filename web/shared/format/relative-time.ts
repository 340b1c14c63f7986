import { formatLocalDate } from './dates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How long ago an article appeared (spec section 5): under 1 minute "Just now", under 60 minutes "Nm ago", under 24 hours
 * "Nh ago", under 7 days "Nd ago", otherwise the date. `epochSeconds` that is not a positive finite number, or lies outside
 * what a date can hold, is "Recently". An instant ahead of `nowMs` (a clock that is off) is "Just now".
 */
export function formatRelativeTime(epochSeconds: number, nowMs: number): string {
  const thenMs = epochSeconds * 1000;
  if (!(epochSeconds > 0) || Number.isNaN(new Date(thenMs).getTime())) return 'Recently';
  const ageMs = nowMs - thenMs;
  if (ageMs < MINUTE_MS) return 'Just now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)}m ago`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)}h ago`;
  if (ageMs < 7 * DAY_MS) return `${Math.floor(ageMs / DAY_MS)}d ago`;
  return formatLocalDate(thenMs);
}

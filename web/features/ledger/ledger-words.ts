import {
  dayOf,
  isEnough,
  isoDate,
  ledgerVerdict,
  SECONDS_PER_DAY,
  timestampDay,
  type ForecastEvent,
  type Format,
  type HorizonDays,
  type HorizonScores,
} from '#compute';
import type { LedgerResponse } from '#worker/contract';

export const EVENT_WORDS: Readonly<Record<ForecastEvent, string>> = {
  up: 'Rise',
  buy: '≥ +2%',
  sell: '≤ −2%',
};

/** The median's improvement over “no change”; `null` also from too few forecasts, because no count says it. */
export function skillOf({ n, skill }: Pick<HorizonScores, 'n' | 'skill'>): HorizonScores['skill'] {
  return isEnough(n) ? skill : null;
}

export function verdictText(format: Format, horizonDays: HorizonDays, scores?: HorizonScores): string {
  return scores === undefined
    ? `No ${horizonDays}-day forecasts have settled yet, so there’s nothing to judge.`
    : format.sentence(ledgerVerdict(scores));
}

/**
 * "Written before the outcome: 214 of 214 days confirmed by a time-stamping service, last Nov 25, 17:40 UTC.", with the days
 * that lack a confirmation. Today counts once it has one. `null` before the first.
 */
export function confirmedText(
  format: Format,
  { timestamps, first_session: since }: Pick<LedgerResponse, 'timestamps' | 'first_session'>,
  nowMs: number = Date.now(),
): string | null {
  if (timestamps === null || since === null) return null;
  const confirmed = new Set(timestamps.days.map(dayOf));
  // A forecast written before 17:30 UTC belongs to the day before its session.
  const first = Math.min(dayOf(since), ...confirmed);
  const last = Math.max(dayOf(timestampDay(nowMs / 1000)) - 1, ...confirmed);
  const known = [...confirmed, last + 1].toSorted((a, b) => a - b);
  const write = (day: number) => format.isoDate(isoDate(day * SECONDS_PER_DAY));
  const gaps = known.flatMap((day, i) => {
    const [start, end] = [(known[i - 1] ?? first - 1) + 1, day - 1];
    if (start > end) return [];
    return start === end ? write(start) : `${write(start)} to ${write(end)}`;
  });
  const count = `${format.count(confirmed.size)} of ${format.counted(last - first + 1, 'day')}`;
  return (
    `Written before the outcome: ${count} confirmed by a time-stamping service, last ${format.time(timestamps.last, 'UTC', nowMs)}.` +
    (gaps.length === 0 ? '' : ` Without confirmation: ${gaps.join(', ')}.`) +
    ` Confirmed by: ${[...new Set(timestamps.authorities.map(authorityName))].join(', ')}.`
  );
}

function authorityName(url: string): string {
  const { hostname } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return isLocal ? 'a test service on this computer, which proves nothing to others' : hostname;
}

/** "12,480 forecasts since May 2, 2016, 12,012 settled. Next: …" */
export function totalsText(
  format: Format,
  { forecasts, settled, first_session: since, next_target, next_at }: LedgerResponse,
): string {
  const parts = [
    `${format.counted(forecasts, 'forecast')} since ${format.isoDate(since ?? '')}, ${format.count(settled)} settled.`,
  ];
  if (next_target !== null) parts.push(`Next outcome: ${format.isoDate(next_target)}.`);
  if (next_at !== null)
    parts.push(`Next forecasts: ${format.time(next_at, 'America/New_York', Date.now())}.`);
  return parts.join(' ');
}

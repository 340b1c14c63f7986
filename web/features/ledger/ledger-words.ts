import {
  changeDecimals,
  ledgerVerdict,
  type ForecastEvent,
  type Format,
  type HorizonDays,
  type HorizonScores,
  type LedgerName,
} from '#compute';
import type { LedgerResponse } from '#worker/contract';
import type { ApiFailure } from '../../shared/api/client.ts';

/** What a ledger is made of, where that is not real forecasts of real prices. */
export const LEDGER_NOTE: Readonly<Record<LedgerName, { title: string; text: string } | null>> = {
  live: null,
  sample: {
    title: 'Sample market: simulated prices',
    text: 'These forecasts were made by the same program, but from simulated prices; on a local run the past is played through it all at once. They show how the ledger works and say nothing about real markets.',
  },
  replay: {
    title: 'Replay of recorded prices',
    text: 'Recorded prices were played through the same program day by day. No forecast here was public before its outcome, and none counts in the live ledger.',
  },
};

export const EVENT_WORDS: Readonly<Record<ForecastEvent, string>> = {
  up: 'Rise',
  buy: '≥ +2%',
  sell: '≤ −2%',
};

/** "Nov 18, 2026"; "N/A" without a date. */
export function dayText(format: Format, date: string | null): string {
  return format.isoDate(date ?? '');
}

/** A table mixes listings of several currencies, so a price is written without one: "1,234.50". */
export function priceText(format: Format, price: number): string {
  return format.fixed(price, changeDecimals(price) ?? 2);
}

/** Whether the range held as often as promised, and whether the median beat no change, as far as the intervals show. */
export function verdictText(format: Format, scores: HorizonScores): string {
  return ledgerVerdict(scores, { count: format.count, day: (date) => dayText(format, date) });
}

/** "1 forecast", "12,480 forecasts" */
export function countText(format: Format, count: number, noun: string): string {
  return `${format.count(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** In place of a verdict. */
export function nothingSettled(horizonDays: HorizonDays): string {
  return `No ${horizonDays}-day forecast is settled yet, so there is nothing to judge.`;
}

/** "12,480 forecasts since May 2, 2016, 12,012 settled. Next: …" */
export function totalsText(
  format: Format,
  { forecasts, settled, first_session: since, next_target, next_at, ledger }: LedgerResponse,
): string {
  const parts = [
    `${countText(format, forecasts, 'forecast')} since ${dayText(format, since)}, ${format.count(settled)} settled.`,
  ];
  // A replay has ended: nothing comes next.
  if (ledger === 'replay') return parts.join(' ');
  if (next_target !== null) parts.push(`Next outcome: ${dayText(format, next_target)}.`);
  if (next_at !== null)
    parts.push(`Next forecasts: ${format.time(next_at, 'America/New_York', Date.now())}.`);
  return parts.join(' ');
}

export function summaryFailureText(failure: ApiFailure): string {
  if (failure.reason === 'refused' && failure.message !== null) return failure.message;
  return failure.reason === 'unreachable'
    ? 'The track record could not be reached. Check your connection and try again.'
    : 'The track record could not be read. Please try again.';
}

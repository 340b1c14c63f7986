import { parseIsoDate, type Bounded, type RecordEvent, type RecordLedger } from '#compute';
import { formatCount } from '../../shared/format/conventions.ts';
import { formatSessionDate } from '../../shared/format/dates.ts';
import { formatShareTenths } from '../../shared/format/percent.ts';

/** What a ledger is made of, where that is not real forecasts of real prices. */
export const LEDGER_NOTE: Readonly<Record<RecordLedger, { title: string; text: string } | null>> = {
  live: null,
  sample: {
    title: 'Sample market: simulated prices',
    text: 'These forecasts were written by the same job, but of generated prices. They show how the record works and say nothing about real markets.',
  },
  replay: {
    title: 'Replay of recorded prices',
    text: 'A recording was played through the job day by day. No forecast here was public before its outcome; none of it counts in the live record.',
  },
};

export const EVENT_WORDS: Readonly<Record<RecordEvent, string>> = {
  up: 'Rise',
  buy: '≥ +2%',
  sell: '≤ −2%',
};

/** A share with one decimal, "79.4%"; "N/A" where nothing could be counted. */
export function sharePercent(share: number | null): string {
  return formatShareTenths(share ?? Number.NaN);
}

/** "76.9% to 81.8%", or that there is not enough for one. */
export function intervalText(estimate: Bounded | null): string {
  return estimate === null || estimate.low === null
    ? 'not enough yet'
    : `${sharePercent(estimate.low)} to ${sharePercent(estimate.high)}`;
}

/** "Nov 18, 2026" */
export function dayText(date: string | null): string {
  return formatSessionDate(parseIsoDate(date ?? '') ?? Number.NaN, 'day');
}

/** Compute writes dates as ISO; people read them as everywhere else. */
export function readableDates(sentence: string): string {
  return sentence.replace(/\d{4}-\d\d-\d\d/g, dayText);
}

/** "1 forecast", "12,480 forecasts" */
export function countText(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

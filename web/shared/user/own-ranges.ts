/** A user's own 80 % ranges, each beside the model's of the same moment. `settleForecasts` and `journalOnChart` take them too. */
import { ITEM_KINDS, type ItemValue } from '#worker/contract';
import { is } from 'valibot';
import { atom } from '../../store.ts';
import { forecastKey, shownForecast, type JournalEntry, type Shown } from './forecast-journal.ts';
import { kindAtoms, valueAtoms, type Change } from './user-items.ts';

/** A range with its outcome. Prices in the listing's currency and that day's scale. */
export type OwnRange = ItemValue<'own_range'> & Pick<JournalEntry, 'outcome'> & { readonly key: string };

/** A range can be taken back for this long. */
export const TAKE_BACK_MS = 60_000;

/** Oldest first. Leaves out values that the account's schemas refuse, and second ranges under a key of their own. */
export const ownRangesAtom = atom((get): readonly OwnRange[] => {
  const outcomes = get(valueAtoms.own_outcome);
  return [...get(valueAtoms.own_range)].flatMap(([key, range]) => {
    const { base_date: baseDate, horizon_days: horizonDays } = range;
    if (!is(ITEM_KINDS.own_range.value, range) || key !== forecastKey(range, { baseDate, horizonDays }))
      return [];
    const outcome = outcomes.get(key);
    return Object.assign({}, range, {
      key,
      outcome: is(ITEM_KINDS.own_outcome.value, outcome) ? outcome : null,
    });
  });
});

/** Keys of ranges that were removed after the account had them: it takes no other range under such a key. */
export const spentRangesAtom = atom((get): ReadonlySet<string> => {
  const removed = [...get(kindAtoms.own_range).items].filter(
    ([, { value, version }]) => value === null && version > 0,
  );
  return new Set(removed.map(([key]) => key));
});

interface EnteredRange extends Shown {
  readonly low: number;
  readonly high: number;
  /** At most 200 characters; may be empty. */
  readonly why: string;
}

/** Saves a range once per {@link forecastKey}. Changes nothing if the range is not valid or its outcome may be known. */
export function saveOwnRange({ low, high, why, ...shown }: EnteredRange): Change {
  return (values) => {
    const key = forecastKey(shown.listing, shown.forecast);
    const reason = why.trim();
    const value = {
      ...shownForecast(shown),
      own_low: low,
      own_high: high,
      ...(reason !== '' && { why: reason }),
    };
    const isNew = !values('own_range').has(key) && is(ITEM_KINDS.own_range.value, value);
    return isNew ? [{ kind: 'own_range', key, value }] : [];
  };
}

export function canTakeBack({ made_at: madeAt }: { readonly made_at?: unknown }, nowMs: number): boolean {
  return Math.abs(nowMs - Date.parse(String(madeAt))) < TAKE_BACK_MS;
}

/** Removes a range within {@link TAKE_BACK_MS}; later it changes nothing. */
export function takeBackOwnRange(key: string, nowMs: number): Change {
  return (values) => {
    const range = values('own_range').get(key);
    return range && canTakeBack(range, nowMs) ? [{ kind: 'own_range', key, value: null }] : [];
  };
}

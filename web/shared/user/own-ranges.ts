/** A user's own 80 % ranges, each beside the model's of the same moment. `settleForecasts` and `journalOnChart` take them too. */
import { ITEM_KINDS } from '#worker/contract';
import { is } from 'valibot';
import { atom } from '../../store.ts';
import { forecastKey, savedAtom, shownForecast, type Saved, type Shown } from './forecast-journal.ts';
import { kindAtoms, type Change } from './user-items.ts';

export type OwnRange = Saved<'own_range'>;

/** A range can be taken back for this long. */
export const TAKE_BACK_MS = 60_000;

export const ownRangesAtom = savedAtom('own_range');

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

/** A user's recent listings: one item, so the newer version wins. */
import type { ItemValue } from '#worker/contract';
import { atom } from '../../store.ts';
import type { SnapshotReading } from '../api/snapshot.ts';
import { valueAtoms, type Change } from './user-items.ts';

type Recent = ItemValue<'recent'>['listings'];

/** The suggestion list shows no more. */
const RECENT_LISTINGS = 5;
const KEY = 'listings';
const NONE: Recent = [];

/** Newest first; empty for a guest. */
export const recentListingsAtom = atom((get): Recent => get(valueAtoms.recent).get(KEY)?.listings ?? NONE);

export function rememberListing({
  ticker,
  company_name: name,
  exchange,
  currency,
}: Pick<SnapshotReading, 'ticker' | 'company_name' | 'exchange' | 'currency'>): Change {
  return (values) => {
    const others =
      values('recent')
        .get(KEY)
        ?.listings.filter(({ symbol }) => symbol !== ticker) ?? [];
    const listings = [{ symbol: ticker, name, exchange, country: '', currency }, ...others];
    return [{ kind: 'recent', key: KEY, value: { listings: listings.slice(0, RECENT_LISTINGS) } }];
  };
}

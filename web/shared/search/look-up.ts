import type { Ticker } from '#compute';
import { atom } from '../../store.ts';

/** A text that was typed instead of a ticker, and the listing that it means. */
export interface NameMatch {
  readonly text: string;
  readonly symbol: Ticker;
}

/** The match that the page reports, also one that the page before it has made; `null` if there is none. */
export const nameMatchAtom = atom<NameMatch | null>(null);

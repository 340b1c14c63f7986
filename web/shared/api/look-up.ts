import type { Ticker } from '#compute';
import { atom } from '../../store.ts';

/** A text that was typed instead of a ticker, and the listing that it means. */
export interface NameMatch {
  readonly text: string;
  readonly symbol: Ticker;
  /** The text is the symbol in another spelling (`BRK.B`), which needs no message. */
  readonly isSpelling?: true;
}

/** A ticker that its exchange has renamed, since when (ISO date), and the public page that says so. */
export type Rename = Readonly<Record<'from' | 'to' | 'date' | 'page', string>>;

/** The match that the page reports, also one that the page before it has made; `null` if there is none. */
export const nameMatchAtom = atom<NameMatch | null>(null);

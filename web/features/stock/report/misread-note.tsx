import type { Ticker } from '#compute';
import { AddressNote, NotATicker } from '../../../shared/search/address-note.tsx';

/** Says that the address names no ticker, and whose numbers stand in for what it was to show. */
export function MisreadNote({ text, ticker }: { text: string; ticker: Ticker }) {
  return (
    <AddressNote>
      <NotATicker text={text} /> The numbers below are {ticker}’s.
    </AddressNote>
  );
}

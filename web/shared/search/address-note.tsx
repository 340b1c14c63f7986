import { useEffect, useState, type ReactNode } from 'react';
import { afterNextPaint } from '../ui/first-screen.ts';
import styles from './address-note.module.css';
import { quotable } from './ticker-text.ts';
import type { Ticker } from '#compute';

/**
 * What a page says of an address that it could not show as it stands; no children where there is nothing to say. The region
 * is there before its text, or screen readers would not notice it.
 */
export function AddressNote({ children }: { children: ReactNode }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => afterNextPaint(() => setThere(true)), []);
  return <output className={styles.note}>{isThere && children && <p>{children}</p>}</output>;
}

/** Says that a text is no ticker. */
export function NotATicker({ text }: { text: string }) {
  if (text === '') return 'The address names no ticker.';
  return (
    <>
      <Quoted text={text} /> in the address is not a ticker.
    </>
  );
}

/** A text from outside, isolated so that its writing direction stays its own. */
export function Quoted({ text }: { text: string }) {
  return (
    <>
      “<bdi>{quotable(text)}</bdi>”
    </>
  );
}

/** Says that the address names no ticker, and whose numbers stand in for what it was to show. */
export function MisreadNote({ text, ticker }: { text: string; ticker: Ticker }) {
  return (
    <AddressNote>
      <NotATicker text={text} /> The numbers below are {ticker}’s.
    </AddressNote>
  );
}

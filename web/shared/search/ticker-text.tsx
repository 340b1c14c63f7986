/** Texts in place of a ticker: how they are quoted, and what is said about them. */
import { parseTicker, type Ticker } from '#compute';
import { useEffect, useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react';
import { afterNextPaint } from '../ui/first-screen.ts';
import type { NameMatch } from './look-up.ts';
import styles from './ticker-text.module.css';

/** Room for every ticker; what is longer is cut. */
const QUOTED_CHARACTERS = 20;

/** The value of an address's parameter where it is no ticker; `null` for a ticker and for no parameter. */
export function invalidTickerParam(search: string, name: string): string | null {
  const text = new URLSearchParams(search).get(name);
  return text === null || parseTicker(text).ok ? null : text.trim();
}

export function quotable(text: string): string {
  const characters = [...text.replace(/\p{C}/gu, '')];
  if (characters.length <= QUOTED_CHARACTERS) return characters.join('');
  return `${characters.slice(0, QUOTED_CHARACTERS).join('')}…`;
}

/** What a page says of an address that it could not follow to the letter. */
export function UrlNote({ children }: { children: ReactNode }) {
  // A screen reader notices only a region that is there before its text.
  const [isThere, setThere] = useState(false);
  useEffect(() => afterNextPaint(() => setThere(true)), []);
  return <output className={styles.note}>{isThere && children && <p>{children}</p>}</output>;
}

export function NotATicker({ text }: { text: string }) {
  if (text === '') return 'This link has no ticker.';
  return (
    <>
      <Quoted text={text} /> in this link isn’t a valid ticker.
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

/** Says which listing a typed name was taken for: MSFT for “microsoft”. */
export function NamedText({ symbol, text }: NameMatch) {
  return (
    <>
      Matched <Quoted text={text.toLowerCase()} /> to {symbol}
    </>
  );
}

/**
 * What a page says when it has put a listing in the place of a text that was its name; `null` until then, and again after
 * `forget`. `found` is what the page's load says of the text, and `show` puts the listing there, which is no step to go back
 * from. `told` is what the page before has said.
 */
export function useNameMatch(
  found: NameMatch | null,
  show: (named: NameMatch) => void,
  told: NameMatch | null = null,
) {
  const [named, setNamed] = useState(told);
  const isNew = found !== null && (found.text !== named?.text || found.symbol !== named.symbol);
  if (isNew) setNamed(found);
  const put = useEffectEvent(show);
  useLayoutEffect(() => {
    if (found !== null) put(found);
  }, [found]);
  return { named, forget: () => setNamed(null) };
}

export function NameMatchNote({ named }: { named: NameMatch | null }) {
  return <output className={styles.named}>{named && <NamedText {...named} />}</output>;
}

/** Says that the address names no ticker, and whose numbers stand in for what it was to show. */
export function InvalidTickerNote({ text, ticker }: { text: string; ticker: Ticker }) {
  return (
    <UrlNote>
      <NotATicker text={text} /> Showing {ticker} instead.
    </UrlNote>
  );
}

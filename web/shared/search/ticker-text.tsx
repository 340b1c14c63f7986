import { parseTicker } from '#compute';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react';
import { atom, useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { afterNextPaint } from '../browser/first-screen.ts';
import type { NameMatch } from '../api/client.ts';
import styles from './ticker-text.module.css';

/** The match that the page reports, made by itself or by the page before it; `null` if there is none. */
export const nameMatchAtom = atom<NameMatch | null>(null);

/** Long enough for every ticker; longer texts are cut. */
const QUOTED_CHARACTERS = 20;

/** The value of a URL parameter if it is not a ticker; `null` if it is, and without the parameter. */
export function invalidTickerParam(search: string, name: string): string | null {
  const text = new URLSearchParams(search).get(name);
  return text === null || parseTicker(text).ok ? null : text.trim();
}

export function quotable(text: string): string {
  const characters = [...text.replace(/\p{C}/gu, '')];
  if (characters.length <= QUOTED_CHARACTERS) return characters.join('');
  return `${characters.slice(0, QUOTED_CHARACTERS).join('')}…`;
}

export function UrlNote({ children }: { children: ReactNode }) {
  // Screen readers announce text only in a region that was already there.
  const [isReady, setReady] = useState(false);
  useEffect(() => afterNextPaint(() => setReady(true)), []);
  return <output className={styles.note}>{isReady && children && <p>{children}</p>}</output>;
}

export function NotATicker({ text }: { text: string }) {
  if (text === '') return 'This link has no ticker.';
  return (
    <>
      <Quoted text={text} /> in this link isn’t a valid ticker.
    </>
  );
}

/** A quoted text from outside, isolated so that its writing direction does not affect the sentence. */
export function Quoted({ text }: { text: string }) {
  return (
    <>
      “<bdi>{quotable(text)}</bdi>”
    </>
  );
}

export function NameMatchText({ symbol, text }: NameMatch) {
  return (
    <>
      Matched <Quoted text={text.toLowerCase()} /> to {symbol}
    </>
  );
}

/** The match to report once the page shows a listing in place of its name. `show` must not add a history entry. */
export function useNameMatch(found: NameMatch | null, show: (nameMatch: NameMatch) => void) {
  const nameMatch = useAtomValueRawSync(nameMatchAtom);
  const setNameMatch = useSetAtom(nameMatchAtom);
  const { text, symbol } = found ?? {};
  const takeMatch = useEffectEvent(() => {
    if (found === null) return;
    if (!found.isSpelling) setNameMatch(found);
    show(found);
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a match is an object made in each render
  useLayoutEffect(() => takeMatch(), [text, symbol]);
  const forget = useCallback(() => setNameMatch(null), [setNameMatch]);
  useEffect(() => forget, [forget]);
  return { nameMatch, forget };
}

export function NameMatchNote({ nameMatch }: { nameMatch: NameMatch | null }) {
  return <output className={styles.named}>{nameMatch && <NameMatchText {...nameMatch} />}</output>;
}

/** Decides which ticker an entered text means. No React, no network. */
import { parseTicker, type Ticker } from '#compute';
import type { SearchResult } from '#worker/contract';
import { atom } from '../../store.ts';

/** A company name that was typed instead of a ticker, and its listing. */
export interface NameMatch {
  readonly text: string;
  readonly symbol: Ticker;
}

/** Fewest letters of a partial word that count as the beginning of a name; fewer are a mistyped ticker. */
const MIN_BEGINNING = 5;

/** Longest ticker of letters alone: US tickers are no longer, and foreign ones have a suffix. */
const LONGEST_TICKER = 5;

/**
 * The ticker of the first search result if the text is a name and not a mistyped ticker, else `null`. Call it once the server
 * has reported an unknown ticker.
 *
 * A text is a name if it cannot be a ticker (`coca cola`) or has more letters than any ticker (`microsoft`). A shorter text is a
 * name only if the listing's name begins with it: with whole words (`visa`, `coca-cola`), or with at least five letters of a word
 * (`micro`). So APPL stays an error although Apple Inc. begins with it.
 */
export function namedTicker(text: string, results: readonly SearchResult[]): Ticker | null {
  const [first] = results;
  if (first === undefined) return null;
  const typed = parseTicker(text);
  const found = parseTicker(first.symbol);
  if (!found.ok || (typed.ok && results.some(({ symbol }) => symbol === typed.value))) return null;
  return typed.ok && !isNameOf(typed.value, first.name) ? null : found.value;
}

function isNameOf(typed: string, name: string): boolean {
  const isOfLetters = /^[A-Z]+$/.test(typed);
  if (isOfLetters && typed.length > LONGEST_TICKER) return true;
  const typedWords = normalized(typed);
  const nameWords = normalized(name).replace(/^the /, '');
  const isLong = isOfLetters && typed.length >= MIN_BEGINNING;
  return (
    typedWords.length > 1 &&
    (`${nameWords} `.startsWith(`${typedWords} `) || (isLong && nameWords.startsWith(typedWords)))
  );
}

/** A text's words in lower case, without accents and punctuation, separated by single spaces. */
function normalized(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? '';
}

/** The match that the page reports, also one that the page before it has made; `null` if there is none. */
export const nameMatchAtom = atom<NameMatch | null>(null);

/** Decides which ticker an entered text means. No React, no network. */
import { parseTicker, type Ticker } from '#compute';
import type { SearchResult } from '#worker/contract';

/** A text that was typed in place of a ticker, and the listing that it names. */
export interface NameMatch {
  readonly text: string;
  readonly symbol: Ticker;
}

/** A beginning of a name that is no whole word has at least so many letters: shorter ones are mistyped tickers. */
const MIN_BEGINNING = 5;

/** No ticker of letters alone is longer in the United States, and elsewhere a suffix follows. */
const LONGEST_TICKER = 5;

/**
 * The first search result where the text is a name and not a mistyped ticker, else `null`. Ask once the server has said that
 * there is no such listing.
 *
 * Names are texts that cannot be a ticker (`coca cola`), and letters alone that are longer than one (`microsoft`). Shorter
 * texts are names only where the listing's name begins with them: with whole words (`visa`, `coca-cola`), or from five letters
 * on with a part of one (`micro`). So APPL stays an error, though Apple Inc. begins with it.
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
  const typedWords = words(typed);
  const own = words(name).replace(/^the /, '');
  const isLong = isOfLetters && typed.length >= MIN_BEGINNING;
  return (
    typedWords.length > 1 &&
    (`${own} `.startsWith(`${typedWords} `) || (isLong && own.startsWith(typedWords)))
  );
}

/** The words of a text, in lower case and without accents and signs, one space between them. */
function words(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? '';
}

let handoff: NameMatch | null = null;

/** Hands the name match over to the next page. */
export function handOffToNextPage(named: NameMatch): void {
  handoff = named;
}

/** Takes the name match left by the previous page for this ticker, once; `null` if there is none. */
export function takeHandoff(ticker: string): NameMatch | null {
  const named = handoff?.symbol === ticker ? handoff : null;
  handoff = null;
  return named;
}

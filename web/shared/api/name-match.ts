/** Decides which listing a text means, with the search's results. Loaded with the suggestions, so home's first code has none of it. */
import { isIsin, parseTicker, readName, type Ticker } from '#compute';
import type { SearchResult } from '#worker/contract';
import type { Remedy, Rename } from './client.ts';
import renames from './renames.json' with { type: 'json' };

/** Fewest letters of a partial word that count as the beginning of a name; fewer are a mistyped ticker. */
const MIN_BEGINNING = 5;

/** Longest ticker of letters alone: US tickers are no longer, and foreign ones have a suffix. */
const LONGEST_TICKER = 5;

/** The ticker that a text spells (`BRK-B` for `brk/b`); `null` if it may also be an ISIN, digits or a name (`bank a`). */
export function spelledTicker(text: string): Ticker | null {
  const [reading, other] = readName(text).filter(({ kind }) => kind !== 'name');
  const isOnly = reading?.kind === 'ticker' && other === undefined && !/\s/.test(text.trim());
  return isOnly ? reading.text : null;
}

/**
 * The listing that a text means although no ticker: the one it spells (`aapl us`), the only one of an ISIN, or the first result for
 * a name, which cannot be a ticker (`coca cola`), is longer than any (`microsoft`), or begins the listing's name with whole words
 * (`visa`) or five letters (`micro`). So APPL stays an error. `null`: the user chooses.
 */
export function namedTicker(text: string, results: readonly SearchResult[]): Ticker | null {
  const readings = readName(text);
  const spelled = readings.find(
    ({ kind, text: own }) => kind === 'ticker' && results.some(({ symbol }) => symbol === own),
  );
  const typed = parseTicker(text);
  // The search knows the typed ticker, but the server has no prices.
  if (typed.ok && spelled?.text === typed.value) return null;
  if (spelled?.kind === 'ticker') return spelled.text;
  const [first] = results;
  const found = parseTicker(first?.symbol ?? '');
  if (first === undefined || first.similar === true || !found.ok) return null;
  if (readings[0]?.kind === 'isin') return results.length === 1 ? found.value : null;
  return typed.ok && !isNameOf(typed.value, first.name) ? null : found.value;
}

export function renameOf(ticker: string): Rename | null {
  return renames.find(({ from }) => from === ticker) ?? null;
}

/** What to say about a text without a match: whether it is an ISIN, and whether there is something to choose. */
export function unmatchedNote(text: string, results: readonly SearchResult[]): string {
  if (isIsin(text)) {
    return results.length === 0
      ? `${text} is an ISIN, but no listing was found for it.`
      : `${text} is an ISIN with ${results.length} listings. Choose one.`;
  }
  return results.length === 0 ? '' : 'No exact match. Choose a listing, or check the spelling.';
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

const SIMILAR_PREFIX = 2;

/** The listing that the text names, else listings with similar tickers: found by the whole text or, failing that, by its first letters. */
export async function remedyFor(
  text: string,
  find: (wanted: string) => Promise<readonly SearchResult[]>,
): Promise<Remedy> {
  const found = await find(text);
  const symbol = namedTicker(text, found);
  if (symbol !== null) return { kind: 'named', symbol };
  const rename = renameOf(text);
  if (rename !== null) {
    const items = (await find(rename.to)).filter((listing) => listing.symbol === rename.to);
    return { kind: 'similar', items, rename };
  }
  if (!parseTicker(text).ok && found.length === 0) return { kind: 'none' };
  const hasEnoughMatches = found.length > 0 || text.length <= SIMILAR_PREFIX;
  return { kind: 'similar', items: hasEnoughMatches ? found : await find(text.slice(0, SIMILAR_PREFIX)) };
}

import spellings from './spellings.json' with { type: 'json' };

const CURRENCIES = /* @__PURE__ */ wordsOf(spellings.currencies);
const COINS = /* @__PURE__ */ wordsOf(spellings.coins);
/** TradingView's and Google's prefixes of pairs and of coin exchanges. */
export const PAIR_VENUES: ReadonlySet<string> = /* @__PURE__ */ wordsOf(spellings.pairVenues);
const FUTURE_VENUES = /* @__PURE__ */ wordsOf(spellings.futureVenues);

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** From each row's words to its key. */
export function keysByWord(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([key, words]) => words.split(' ').map((word) => [word, key] as const)),
  );
}

const QUOTES = 'USDT|USDC|BUSD|USD|EUR|GBP|JPY|BTC|ETH|[A-Z]{3}';
const STABLE = /^(?:USDT|USDC|BUSD)$/;
const PAIR = /* @__PURE__ */ new RegExp(`^([A-Z0-9]{2,10}?)([/_ -]?)(${QUOTES})$`);

/** `EURUSD=X`, `BTC-USD` (also for a dollar coin); `null` if it is none. `isOnPairVenue`: behind a coin exchange's prefix. */
export function pairSymbol(text: string, isOnPairVenue = false): string | null {
  const [, first = '', separator = '', quote = ''] =
    PAIR.exec(text.replace(/(?:\.P|[-_]?PERP|-SWAP)$/, '')) ?? [];
  if (first === '') return null;
  if (CURRENCIES.has(first)) {
    return CURRENCIES.has(quote) && first !== quote ? `${first}${quote}=X` : null;
  }
  // Precious metals have no spot price at the source.
  if (/^X[AP][UGTD]$/.test(first)) return null;
  const base = first === 'XBT' ? 'BTC' : first;
  const isCoin = COINS.has(base) || isOnPairVenue || (separator === '/' && STABLE.test(quote));
  const isPriced = STABLE.test(quote) || CURRENCIES.has(quote) || COINS.has(quote);
  return isCoin && isPriced ? `${base}-${STABLE.test(quote) ? 'USD' : quote}` : null;
}

/** The source's symbol for a continuous future: `GC=F` for `COMEX:GC1!`. */
export function futureSymbol(prefix: string, code: string): string | null {
  const [, root] = /^([A-Z0-9]{1,3})\d!$/.exec(code) ?? [];
  return root !== undefined && FUTURE_VENUES.has(prefix) ? `${root}=F` : null;
}

/** Each index's symbol at the source by its codes elsewhere; a code of an exchange's share has its prefix. */
const INDEX_OF_CODE = /* @__PURE__ */ keysByWord(spellings.indices);

const INDEX_VENUES = /^(?:SP|DJ|TVC|CBOE|FTSE|HSI|INDEX[A-Z]*|I)$/;

/** The source's symbol for an index's code, which may follow an exchange's prefix; `null` if it is none. */
export function indexSymbol(code: string, prefix: string | null = null): string | null {
  const isIndexVenue = prefix === null || INDEX_VENUES.test(prefix);
  return INDEX_OF_CODE.get(isIndexVenue ? code.replace(/^\./, '') : `${prefix}:${code}`) ?? null;
}

/** Reads what people type for a listing: tickers in other apps' spellings, ISINs, German WKNs, pairs and names. */
import { parseTicker, type Ticker } from '../common/ticker-and-horizon.ts';
import spellings from './spellings.json' with { type: 'json' };

/** The source's suffix by an exchange's spellings in front of a ticker (`XETR:SAP`); empty for the United States. */
const SUFFIX_OF_PREFIX = /* @__PURE__ */ keysByWord(spellings.prefixes);
/** The same behind a ticker (`SAP GY`, by Bloomberg), with common country codes. */
const SUFFIX_OF_WORD = /* @__PURE__ */ keysByWord(spellings.words);

/** Exchanges share the prefix `EURONEXT:`; Paris has most of its listings. */
const EURONEXT_SUFFIXES = ['PA', 'AS', 'BR', 'LS', 'IR'];

/** One meaning of a text. A ticker is spelled like the data source spells it, but need not exist. */
type Reading =
  | { readonly kind: 'ticker'; readonly text: Ticker }
  | { readonly kind: 'isin' | 'wkn' | 'name'; readonly text: string };

/** Longer texts name no listing. */
const MAX_CHARACTERS = 80;

/** The meanings of a text, likeliest first; none for an exchange that the source lacks. A ticker need not exist (`APPL`). */
export function readName(typed: string): readonly Reading[] {
  const text = cleanName(typed);
  if (text === '' || text.length > MAX_CHARACTERS) return [];
  const isin = text.replace(/[ -]/g, '');
  if (isIsin(isin)) return [{ kind: 'isin', text: isin }];
  const tickers = [...new Set(symbolsOf(text))].flatMap((symbol): Reading[] => {
    const ticker = parseTicker(symbol);
    return ticker.ok ? [{ kind: 'ticker', text: ticker.value }] : [];
  });
  if (text.includes(':')) return tickers;
  return [...tickers, ...(isWkn(text) ? [{ kind: 'wkn', text } as const] : []), { kind: 'name', text }];
}

const QUOTES_AROUND = /^[\s"'`´‘’‚“”„«»([]+|[\s"'`´‘’‚“”„«»)\],;.?]+$/gu;

/** Upper case without quotes, cashtag and final dots. NFKC joins full-width letters; a dead key types `ˆ` for `^`. */
function cleanName(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[ˆ‸]/g, '^')
    .replace(/\p{Pd}|−/gu, '-')
    .replace(/[İı]/g, 'I')
    .replace(QUOTES_AROUND, '')
    .replace(/^[$#]+(?=[\p{L}\p{N}.^])/u, '')
    .replace(/\s+/g, ' ')
    .toUpperCase();
}

/** Whether a text has the form and the check digit of an ISIN (ISO 6166: Luhn's algorithm over the digits, A = 10 … Z = 35). */
export function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return false;
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('');
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Whether a text has the form of a German WKN: six letters or digits, at least one of them a digit, without I and O. */
function isWkn(text: string): boolean {
  return /^(?=.*\d)[A-HJ-NP-Z0-9]{6}$/.test(text);
}

function symbolsOf(text: string): readonly string[] {
  const colon = text.indexOf(':');
  if (colon !== -1) return prefixed(text.slice(0, colon).trim(), text.slice(colon + 1).trim());
  const bare = text.replace(/ (?:EQUITY|INDEX|CURNCY)$/, '');
  const [, code = '', word = ''] = /^([A-Z0-9./-]+(?: [A-Z])?) ([A-Z]{2})$/.exec(bare) ?? [];
  const suffix = SUFFIX_OF_WORD.get(word);
  if (suffix !== undefined) return [withSuffix(code, suffix)];
  const pair = pairSymbol(bare);
  if (pair !== null) return [pair];
  const digits = digitSymbols(bare);
  if (digits !== null) return digits;
  const index = indexSymbol(bare);
  return [withOwnSuffix(bare), ...(index === null ? [] : [index])];
}

/** `EXCHANGE:CODE`, as TradingView and Google write it; Google's addresses have `CODE:EXCHANGE`. */
function prefixed(prefix: string, code: string): readonly string[] {
  if (!SUFFIX_OF_PREFIX.has(prefix) && SUFFIX_OF_PREFIX.has(code)) return prefixed(code, prefix);
  const known = indexSymbol(code, prefix) ?? futureSymbol(prefix, code);
  if (known !== null) return [known];
  if (PAIR_VENUES.has(prefix)) return [pairSymbol(code, true) ?? ''];
  if (prefix === 'EURONEXT') return EURONEXT_SUFFIXES.map((suffix) => withSuffix(code, suffix));
  // Tokyo and Toronto share the prefix; Japanese codes begin with a digit.
  const suffix = prefix === 'TSE' ? (/^\d/.test(code) ? 'T' : 'TO') : SUFFIX_OF_PREFIX.get(prefix);
  if (suffix === undefined || code === '') return [];
  return [withSuffix(code.endsWith(`.${suffix}`) ? code.slice(0, -suffix.length - 1) : code, suffix)];
}

/** A code of digits alone, or with a Chinese prefix: the exchange follows from its form. `null` for anything else. */
function digitSymbols(text: string): readonly string[] | null {
  const [, venue = '', code = ''] = /^(SH|SZ|HK)?\.?(\d{5,6})$/.exec(text) ?? [];
  if (code === '') return null;
  if (venue === 'HK' || (code.length === 5 && code.startsWith('0'))) return [withSuffix(code, 'HK')];
  if (venue !== '') return [withSuffix(code, venue === 'SH' ? 'SS' : 'SZ')];
  if (code.length === 5) return null;
  if (/^(?:6|9)/.test(code)) return [`${code}.SS`, `${code}.KQ`];
  // Shenzhen and Seoul share these first digits.
  if (/^(?:00[0-3]|30|20)/.test(code)) return [`${code}.SZ`, `${code}.KS`, `${code}.KQ`];
  return [`${code}.KS`, `${code}.KQ`];
}

/** A code with its share class in the source's spelling, and its exchange's suffix. */
function withSuffix(code: string, suffix: string): string {
  const own = suffix === 'HK' ? code.replace(/^0+(?=\d)/, '').padStart(4, '0') : withClass(code);
  return suffix === '' ? own : `${own}.${suffix}`;
}

/** A code that may end with a suffix: the source's (`VOD.L`), another app's (`SAP.XETRA`, `AAPL.US`), or that of a share class. */
function withOwnSuffix(text: string): string {
  const [, code = '', suffix] = /^(.+?)\.+([A-Z0-9]{1,8})$/.exec(text) ?? [];
  if (suffix === undefined) return withClass(text);
  const other = suffix in spellings.prefixes ? suffix : SUFFIX_OF_PREFIX.get(suffix);
  return other === undefined ? withClass(text) : withSuffix(code, other);
}

/** `BRK.B`, `BRK/B`, `BRK B` and `ERIC_B` as `BRK-B` and `ERIC-B`; `BAC.PRL` and `BAC PR L`, preferred shares, as `BAC-PL`. */
function withClass(code: string): string {
  return code
    .replace(/^([A-Z0-9]{1,6})[./ -]PR[./ -]?([A-Z])$/, '$1-P$2')
    .replace(/^([A-Z0-9]{1,6})[/_]([A-Z])$/, '$1-$2')
    .replace(/^([A-Z0-9]{1,6})[. ]([A-EKU])$/, '$1-$2');
}

const CURRENCIES = /* @__PURE__ */ wordsOf(spellings.currencies);
const COINS = /* @__PURE__ */ wordsOf(spellings.coins);
/** TradingView's and Google's prefixes of pairs and of coin exchanges. */
const PAIR_VENUES: ReadonlySet<string> = /* @__PURE__ */ wordsOf(spellings.pairVenues);
const FUTURE_VENUES = /* @__PURE__ */ wordsOf(spellings.futureVenues);

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** From each row's words to its key. */
function keysByWord(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([key, words]) => words.split(' ').map((word) => [word, key] as const)),
  );
}

const QUOTES = 'USDT|USDC|BUSD|USD|EUR|GBP|JPY|BTC|ETH|[A-Z]{3}';
const STABLE = /^(?:USDT|USDC|BUSD)$/;
const PAIR = /* @__PURE__ */ new RegExp(`^([A-Z0-9]{2,10}?)([/_ -]?)(${QUOTES})$`);

/** `EURUSD=X`, `BTC-USD` (also for a dollar coin); `null` if it is none. `isOnPairVenue`: behind a coin exchange's prefix. */
function pairSymbol(text: string, isOnPairVenue = false): string | null {
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
function futureSymbol(prefix: string, code: string): string | null {
  const [, root] = /^([A-Z0-9]{1,3})\d!$/.exec(code) ?? [];
  return root !== undefined && FUTURE_VENUES.has(prefix) ? `${root}=F` : null;
}

/** Each index's symbol at the source by its codes elsewhere; a code of an exchange's share has its prefix. */
const INDEX_OF_CODE = /* @__PURE__ */ keysByWord(spellings.indices);

const INDEX_VENUES = /^(?:SP|DJ|TVC|CBOE|FTSE|HSI|INDEX[A-Z]*|I)$/;

/** The source's symbol for an index's code, which may follow an exchange's prefix; `null` if it is none. */
function indexSymbol(code: string, prefix: string | null = null): string | null {
  const isIndexVenue = prefix === null || INDEX_VENUES.test(prefix);
  return INDEX_OF_CODE.get(isIndexVenue ? code.replace(/^\./, '') : `${prefix}:${code}`) ?? null;
}

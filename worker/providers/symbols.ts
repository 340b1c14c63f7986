import { parseTicker } from '#compute';
import type { Ticker } from '#compute';
import { exchangeByCode } from './exchanges.ts';
import type { Exchange } from './exchanges.ts';

/** Symbol suffix, Yahoo exchange code and ISO 10383 market code of each venue's main market. */
const ROWS: readonly (readonly [suffix: string, code: string, mic: string])[] = [
  ['TO', 'TOR', 'XTSE'],
  ['V', 'VAN', 'XTSX'],
  ['L', 'LSE', 'XLON'],
  ['DE', 'GER', 'XETR'],
  ['F', 'FRA', 'XFRA'],
  ['PA', 'PAR', 'XPAR'],
  ['AS', 'AMS', 'XAMS'],
  ['BR', 'BRU', 'XBRU'],
  ['LS', 'LIS', 'XLIS'],
  ['MI', 'MIL', 'XMIL'],
  ['MC', 'MCE', 'XMAD'],
  ['SW', 'EBS', 'XSWX'],
  ['ST', 'STO', 'XSTO'],
  ['CO', 'CPH', 'XCSE'],
  ['HE', 'HEL', 'XHEL'],
  ['OL', 'OSL', 'XOSL'],
  ['VI', 'VIE', 'XWBO'],
  ['IR', 'ISE', 'XDUB'],
  ['T', 'JPX', 'XTKS'],
  ['HK', 'HKG', 'XHKG'],
  ['SS', 'SHH', 'XSHG'],
  ['SZ', 'SHZ', 'XSHE'],
  ['KS', 'KSC', 'XKRX'],
  ['KQ', 'KOE', 'XKOS'],
  ['TW', 'TAI', 'XTAI'],
  ['NS', 'NSI', 'XNSE'],
  ['BO', 'BSE', 'XBOM'],
  ['AX', 'ASX', 'XASX'],
  ['NZ', 'NZE', 'XNZE'],
  ['SI', 'SES', 'XSES'],
  ['SA', 'SAO', 'BVMF'],
  ['MX', 'MEX', 'XMEX'],
  ['JO', 'JNB', 'XJSE'],
  ['TA', 'TLV', 'XTAE'],
  ['SR', 'SAU', 'XSAU'],
];

const CODE_BY_SUFFIX: ReadonlyMap<string, string> = new Map(ROWS.map(([suffix, code]) => [suffix, code]));
const SUFFIX_BY_MIC: ReadonlyMap<string, string> = new Map(ROWS.map(([suffix, , mic]) => [mic, suffix]));

/** The venue of a symbol without suffix, which does not say which American exchange it is. */
const UNITED_STATES: Exchange = {
  display: 'US',
  country: 'United States',
  currency: 'USD',
  timezone: 'America/New_York',
  calendar: 'nyse',
};

/**
 * Yahoo's possible spellings of a ticker, in the order to try. People write class shares with a dot, Yahoo with a hyphen
 * (`BRK.B` → `BRK-B`), but a dot also marks an exchange (`VOD.L`): so first as typed, then with the hyphen.
 */
export function symbolCandidates(ticker: Ticker): readonly Ticker[] {
  if (!/^[A-Z0-9]+\.[A-Z]$/.test(ticker)) return [ticker];
  const hyphenated = parseTicker(ticker.replace('.', '-'));
  return hyphenated.ok ? [ticker, hyphenated.value] : [ticker];
}

/** True for a plain symbol of the United States; after a dot only the letters of classes, not those of exchanges. */
export function isAmericanSymbol(ticker: Ticker): boolean {
  return /^[A-Z]{1,5}(?:-[A-Z]|\.[A-EK])?$/.test(ticker);
}

/** True when two symbols differ in punctuation at most. */
export function isSameSymbol(a: string, b: string): boolean {
  return withoutPunctuation(a) === withoutPunctuation(b);
}

/** The quoting currency that a pair's symbol names: `BTC-USD`, `EURUSD=X`. */
export function pairCurrency(symbol: string): string {
  return /-([A-Z]{3})$/.exec(symbol)?.[1] ?? /^[A-Z]{3}([A-Z]{3})=X$/.exec(symbol)?.[1] ?? '';
}

/** The venue that a symbol's suffix names (`VOD.L`); `null` for a suffix that is not in the table. */
export function exchangeBySymbol(symbol: string): Exchange | null {
  const dot = symbol.lastIndexOf('.');
  if (dot === -1) return UNITED_STATES;
  const code = CODE_BY_SUFFIX.get(symbol.slice(dot + 1));
  return code === undefined ? null : exchangeByCode(code);
}

/** The suffix of symbols at an ISO 10383 market; `null` for one that is not in the table. */
export function suffixOfMarket(mic: string): string | null {
  return SUFFIX_BY_MIC.get(mic) ?? null;
}

function withoutPunctuation(symbol: string): string {
  return symbol.toUpperCase().replace(/[.-]/g, '');
}

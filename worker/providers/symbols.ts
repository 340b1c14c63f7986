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

/** The venue of a symbol without a suffix: some American exchange. */
const UNITED_STATES: Exchange = {
  display: 'US',
  country: 'United States',
  currency: 'USD',
  timezone: 'America/New_York',
  calendar: 'nyse',
};

/**
 * Yahoo's possible spellings of a ticker, in the order to try them. People write class shares with a dot, Yahoo with a
 * hyphen (`BRK.B` → `BRK-B`); but a dot also marks an exchange (`VOD.L`), so the ticker is tried as typed first.
 */
export function symbolCandidates(ticker: Ticker): readonly Ticker[] {
  if (!/^[A-Z0-9]+\.[A-Z]$/.test(ticker)) return [ticker];
  const hyphenated = parseTicker(ticker.replace('.', '-'));
  return hyphenated.ok ? [ticker, hyphenated.value] : [ticker];
}

/** True for a US symbol: after a dot only share-class letters, not exchange suffixes. */
export function isAmericanSymbol(ticker: Ticker): boolean {
  return /^[A-Z]{1,5}(?:-[A-Z]|\.[A-EK])?$/.test(ticker);
}

/** True when two symbols differ at most in punctuation. */
export function isSameSymbol(a: string, b: string): boolean {
  return withoutPunctuation(a) === withoutPunctuation(b);
}

/** The quote currency in a pair's symbol: `BTC-USD`, `EURUSD=X`. */
export function pairCurrency(symbol: string): string {
  return /-([A-Z]{3})$/.exec(symbol)?.[1] ?? /^[A-Z]{3}([A-Z]{3})=X$/.exec(symbol)?.[1] ?? '';
}

/** The venue of a symbol's suffix (`VOD.L`); `null` for an unknown suffix. */
export function exchangeBySymbol(symbol: string): Exchange | null {
  const dot = symbol.lastIndexOf('.');
  if (dot === -1) return UNITED_STATES;
  const code = CODE_BY_SUFFIX.get(symbol.slice(dot + 1));
  return code === undefined ? null : exchangeByCode(code);
}

/** The symbol suffix of an ISO 10383 market; `null` for an unknown market. */
export function suffixOfMarket(mic: string): string | null {
  return SUFFIX_BY_MIC.get(mic) ?? null;
}

function withoutPunctuation(symbol: string): string {
  return symbol.toUpperCase().replace(/[.-]/g, '');
}

import { exchangeByCode } from './exchanges.ts';
import type { Exchange } from './exchanges.ts';

/** Symbol suffix, Yahoo exchange code, ISO 10383 market code: one venue a row, its main market. */
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

/** For a plain symbol, whose exact American venue it does not tell. */
const UNITED_STATES: Exchange = {
  display: 'US',
  country: 'United States',
  currency: 'USD',
  timezone: 'America/New_York',
  calendar: 'nyse',
};

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

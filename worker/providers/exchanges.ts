/** Trading venues, their currencies, and how vendors write symbols on them. */
import { parseTicker } from '#compute';
import type { Ticker, TradingCalendar } from '#compute';

/** A trading venue and its usual currency; `GBp`, `ZAc` and `ILA` are hundredths of GBP, ZAR and ILS. */
interface Exchange {
  readonly display: string;
  readonly country: string;
  readonly currency: string;
  readonly timezone: string;
  readonly calendar: TradingCalendar;
}

/** Display names by Yahoo's exchange code, grouped by what the venues share. */
const GROUPS: readonly [Omit<Exchange, 'display'>, Readonly<Record<string, string>>][] = [
  [
    { country: 'United States', currency: 'USD', timezone: 'America/New_York', calendar: 'nyse' },
    {
      NMS: 'NASDAQ',
      NGM: 'NASDAQ',
      NCM: 'NASDAQ',
      NIM: 'NASDAQ',
      NAS: 'NASDAQ',
      NYQ: 'NYSE',
      NYS: 'NYSE',
      PCX: 'NYSE Arca',
      ASE: 'NYSE American',
      BTS: 'Cboe',
      CXI: 'Cboe',
      WCB: 'Cboe',
      SNP: 'S&P',
      DJI: 'Dow Jones',
      PNK: 'OTC Markets',
      OQB: 'OTC Markets',
      OQX: 'OTC Markets',
      OEM: 'OTC Markets',
    },
  ],
  [
    { country: 'United States', currency: 'USD', timezone: 'America/New_York', calendar: 'weekday' },
    { CME: 'CME', CBT: 'CBOT', CMX: 'COMEX', NYM: 'NYMEX', NYB: 'ICE Futures' },
  ],
  [
    { country: 'Canada', currency: 'CAD', timezone: 'America/Toronto', calendar: 'weekday' },
    { TOR: 'Toronto', VAN: 'TSX Venture', NEO: 'Cboe Canada', CNQ: 'CSE' },
  ],
  [
    { country: 'United Kingdom', currency: 'GBp', timezone: 'Europe/London', calendar: 'weekday' },
    { LSE: 'London', IOB: 'London' },
  ],
  [
    { country: 'Germany', currency: 'EUR', timezone: 'Europe/Berlin', calendar: 'weekday' },
    {
      GER: 'XETRA',
      FRA: 'Frankfurt',
      STU: 'Stuttgart',
      MUN: 'Munich',
      DUS: 'Dusseldorf',
      HAM: 'Hamburg',
      BER: 'Berlin',
    },
  ],
  [{ country: 'France', currency: 'EUR', timezone: 'Europe/Paris', calendar: 'weekday' }, { PAR: 'Paris' }],
  [
    { country: 'Netherlands', currency: 'EUR', timezone: 'Europe/Amsterdam', calendar: 'weekday' },
    { AMS: 'Amsterdam' },
  ],
  [
    { country: 'Belgium', currency: 'EUR', timezone: 'Europe/Brussels', calendar: 'weekday' },
    { BRU: 'Brussels' },
  ],
  [
    { country: 'Portugal', currency: 'EUR', timezone: 'Europe/Lisbon', calendar: 'weekday' },
    { LIS: 'Lisbon' },
  ],
  [{ country: 'Italy', currency: 'EUR', timezone: 'Europe/Rome', calendar: 'weekday' }, { MIL: 'Milan' }],
  [{ country: 'Spain', currency: 'EUR', timezone: 'Europe/Madrid', calendar: 'weekday' }, { MCE: 'Madrid' }],
  [
    { country: 'Switzerland', currency: 'CHF', timezone: 'Europe/Zurich', calendar: 'weekday' },
    { EBS: 'Swiss' },
  ],
  [
    { country: 'Sweden', currency: 'SEK', timezone: 'Europe/Stockholm', calendar: 'weekday' },
    { STO: 'Stockholm' },
  ],
  [
    { country: 'Denmark', currency: 'DKK', timezone: 'Europe/Copenhagen', calendar: 'weekday' },
    { CPH: 'Copenhagen' },
  ],
  [
    { country: 'Finland', currency: 'EUR', timezone: 'Europe/Helsinki', calendar: 'weekday' },
    { HEL: 'Helsinki' },
  ],
  [{ country: 'Norway', currency: 'NOK', timezone: 'Europe/Oslo', calendar: 'weekday' }, { OSL: 'Oslo' }],
  [
    { country: 'Austria', currency: 'EUR', timezone: 'Europe/Vienna', calendar: 'weekday' },
    { VIE: 'Vienna' },
  ],
  [
    { country: 'Ireland', currency: 'EUR', timezone: 'Europe/Dublin', calendar: 'weekday' },
    { ISE: 'Dublin' },
  ],
  [{ country: 'Japan', currency: 'JPY', timezone: 'Asia/Tokyo', calendar: 'weekday' }, { JPX: 'Tokyo' }],
  [
    { country: 'Hong Kong', currency: 'HKD', timezone: 'Asia/Hong_Kong', calendar: 'weekday' },
    { HKG: 'Hong Kong' },
  ],
  [
    { country: 'China', currency: 'CNY', timezone: 'Asia/Shanghai', calendar: 'weekday' },
    { SHH: 'Shanghai', SHZ: 'Shenzhen' },
  ],
  [
    { country: 'South Korea', currency: 'KRW', timezone: 'Asia/Seoul', calendar: 'weekday' },
    { KSC: 'Korea', KOE: 'KOSDAQ' },
  ],
  [
    { country: 'Taiwan', currency: 'TWD', timezone: 'Asia/Taipei', calendar: 'weekday' },
    { TAI: 'Taiwan', TWO: 'Taipei' },
  ],
  [
    { country: 'India', currency: 'INR', timezone: 'Asia/Kolkata', calendar: 'weekday' },
    { NSI: 'NSE', BSE: 'BSE' },
  ],
  [
    { country: 'Australia', currency: 'AUD', timezone: 'Australia/Sydney', calendar: 'weekday' },
    { ASX: 'ASX' },
  ],
  [
    { country: 'New Zealand', currency: 'NZD', timezone: 'Pacific/Auckland', calendar: 'weekday' },
    { NZE: 'NZX' },
  ],
  [
    { country: 'Singapore', currency: 'SGD', timezone: 'Asia/Singapore', calendar: 'weekday' },
    { SES: 'Singapore' },
  ],
  [
    { country: 'Brazil', currency: 'BRL', timezone: 'America/Sao_Paulo', calendar: 'weekday' },
    { SAO: 'Sao Paulo' },
  ],
  [
    { country: 'Mexico', currency: 'MXN', timezone: 'America/Mexico_City', calendar: 'weekday' },
    { MEX: 'Mexico' },
  ],
  [
    { country: 'South Africa', currency: 'ZAc', timezone: 'Africa/Johannesburg', calendar: 'weekday' },
    { JNB: 'Johannesburg' },
  ],
  [
    { country: 'Israel', currency: 'ILA', timezone: 'Asia/Jerusalem', calendar: 'weekday' },
    { TLV: 'Tel Aviv' },
  ],
  [
    { country: 'Saudi Arabia', currency: 'SAR', timezone: 'Asia/Riyadh', calendar: 'weekday' },
    { SAU: 'Saudi' },
  ],
  [{ country: '', currency: '', timezone: 'Europe/London', calendar: 'weekday' }, { CCY: 'FX' }],
  [{ country: '', currency: '', timezone: 'UTC', calendar: 'daily' }, { CCC: 'Crypto' }],
];

const BY_CODE: ReadonlyMap<string, Exchange> = new Map(
  GROUPS.flatMap(([shared, venues]) =>
    Object.entries(venues).map(([code, display]): [string, Exchange] => [code, { display, ...shared }]),
  ),
);

/** The venue of a Yahoo exchange code; `null` for a code that is not in the table. */
export function exchangeByCode(code: string): Exchange | null {
  return BY_CODE.get(code) ?? null;
}

const SUB_UNITS: ReadonlyMap<string, string> = new Map([
  ['GBp', 'GBP'],
  ['ZAc', 'ZAR'],
  ['ILA', 'ILS'],
]);

/** A vendor's currency code, or `''` for anything else. */
export function knownCurrency(code: string): string {
  return SUB_UNITS.has(code) || /^[A-Z]{3}$/.test(code) ? code : '';
}

/** The main currency of a price unit, and how many units it has (`GBp` → GBP, 100). */
export function mainCurrency(currency: string): { readonly code: string; readonly unitsPerMain: number } {
  const main = SUB_UNITS.get(currency);
  return main === undefined ? { code: currency, unitsPerMain: 1 } : { code: main, unitsPerMain: 100 };
}

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

import type { TradingCalendar } from '#compute';

/** A trading venue and its usual currency; `GBp`, `ZAc` and `ILA` are hundredths of GBP, ZAR and ILS. */
export interface Exchange {
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

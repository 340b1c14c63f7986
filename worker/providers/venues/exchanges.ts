/** Trading venues, their currencies, and how vendors spell their symbols. `exchanges.json` has the venues. */
import { mainCurrency, type Ticker, type TradingCalendar } from '#compute';
import table from './exchanges.json' with { type: 'json' };

export interface Exchange {
  readonly display: string;
  readonly country: string;
  /** `GBp`, `ZAc` and `ILA` are hundredths of GBP, ZAR and ILS. */
  readonly currency: string;
  readonly timezone: string;
  /** The calendar that the forecast's model reads. */
  readonly calendar: TradingCalendar;
  /** ISO 10383 code of the exchange in `session-lists.json` whose sessions the venue shares. */
  readonly sessions?: string;
  /** Minutes after the stated close in which closing auction and delay settle; 30 if absent. */
  readonly settleMinutes?: number;
  /** Start of pre-market and end of after-hours trading, hours since midnight. */
  readonly extended?: readonly number[];
}

/** Yahoo's code and, for a market's main venue, its symbol suffix and ISO 10383 market code. */
interface Venue extends Exchange {
  readonly code: string;
  readonly suffix?: string;
  readonly mic?: string;
}

const VENUES = Object.values(table).flatMap(({ venues, ...market }) =>
  venues.map((venue) => ({ ...market, ...venue }) as Venue),
);

export function exchangeByCode(code: string): Exchange | null {
  return VENUES.find((venue) => venue.code === code) ?? null;
}

/** A vendor's currency code, or `''` for anything else. */
export function knownCurrency(code: string): string {
  return mainCurrency(code).unitsPerMain > 1 || /^[A-Z]{3}$/.test(code) ? code : '';
}

/** The venue of symbols without a suffix: some American exchange. */
export const UNITED_STATES: Exchange = { ...table.US, display: 'US', calendar: 'nyse' };

/** Yahoo's possible spellings, as typed first: a dot marks an exchange (`VOD.L`) or a share class (`BRK.B`, at Yahoo `BRK-B`). */
export function symbolCandidates(ticker: Ticker): readonly [Ticker, ...Ticker[]] {
  return /^[A-Z0-9]+\.[A-Z]$/.test(ticker) ? [ticker, ticker.replace('.', '-') as Ticker] : [ticker];
}

/** Whether a symbol is a US one: after a dot, only share-class letters, no exchange suffix. */
export function isAmericanSymbol(ticker: Ticker): boolean {
  return /^[A-Z]{1,5}(?:-[A-Z]|\.[A-EK])?$/.test(ticker);
}

/** Whether two symbols differ only in punctuation, or in the dollar that `JPY=X` omits. */
export function isSameSymbol(a: string, b: string): boolean {
  const [first, second] = [a, b].map((symbol) =>
    symbol
      .toUpperCase()
      .replace(/[.-]/g, '')
      .replace(/^([A-Z]{3}=X)$/, 'USD$1'),
  );
  return first === second;
}

/** The quote currency in a pair's symbol, such as `BTC-USD` or `EURUSD=X`. */
export function pairCurrency(symbol: string): string {
  return /-([A-Z]{3})$/.exec(symbol)?.[1] ?? /^[A-Z]{3}([A-Z]{3})=X$/.exec(symbol)?.[1] ?? '';
}

/** The venue of a symbol's suffix (`VOD.L`); `null` for an unknown suffix. */
export function exchangeBySymbol(symbol: string): Exchange | null {
  const dot = symbol.lastIndexOf('.');
  if (dot === -1) return UNITED_STATES;
  return VENUES.find(({ suffix }) => suffix === symbol.slice(dot + 1)) ?? null;
}

export function suffixOfMarket(mic: string): string | null {
  return VENUES.find((venue) => venue.mic === mic)?.suffix ?? null;
}

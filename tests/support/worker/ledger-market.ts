/** A market with invented bars for tests of the ledger: a vendor's data at an instant, and its failures. */
import { candlesFromRows, err, isTradingDay, ok, SECONDS_PER_DAY } from '#compute';
import type { Candle, Ticker, TradingCalendar } from '#compute';
import { comingFrom } from '../coming-sessions.ts';
import type { Failure } from '#worker/failure.ts';
import type { MarketData, PriceSnapshot } from '#worker/providers/market-data.ts';

const HOUR = 3600;
/** The market's hours, the same all year. */
const OPEN_UTC = 14.5 * HOUR;
const CLOSE_UTC = 21 * HOUR;

export interface LedgerMarket {
  readonly source: MarketData;
  /** Epoch milliseconds; tests move it. */
  readonly clock: { ms: number };
  /** All bars, past and future, by ticker; tests change the future here. */
  readonly bars: Map<string, Candle[]>;
  /** While set, every call fails with this. */
  failure: Failure | null;
  /** Calls for one listing, and for many. */
  asked: number;
  batches: number;
}

/** Epoch milliseconds of a time (hours, UTC) on a date. */
export function at(date: string, hours: number): number {
  return Date.parse(date) + hours * HOUR * 1000;
}

/** 200 sessions per ticker from 2025-01-02 on: a slow rise with a wave, different for each. */
export function ledgerMarket(
  tickers: readonly string[] = ['AAPL'],
  calendar: TradingCalendar = 'nyse',
): LedgerMarket {
  const market: LedgerMarket = {
    clock: { ms: 0 },
    bars: new Map(tickers.map((ticker, index) => [ticker, wave(index, calendar)])),
    failure: null,
    asked: 0,
    batches: 0,
    source: {
      identity: 'test',
      async stock(ticker) {
        market.asked += 1;
        const bars = market.bars.get(ticker);
        if (market.failure !== null) return err(market.failure);
        const snapshot = bars && snapshotAt(ticker, bars, market, calendar);
        return snapshot ? ok(snapshot) : err({ reason: 'unknown_symbol', ticker });
      },
      async latestPrices(asked) {
        if (market.failure !== null) return err(market.failure);
        market.batches += 1;
        return ok(
          new Map(
            asked.flatMap((ticker) => {
              const bars = market.bars.get(ticker);
              const snapshot = bars && snapshotAt(ticker, bars, market, calendar);
              return snapshot ? [[ticker, snapshot] as const] : [];
            }),
          ),
        );
      },
      intraday: async () => err({ reason: 'upstream_unavailable' }),
      fundamentals: async () => err({ reason: 'upstream_unavailable' }),
      news: async () => err({ reason: 'upstream_unavailable' }),
      search: async () => err({ reason: 'upstream_unavailable' }),
      providers: () => [],
    },
  };
  return market;
}

function wave(index: number, calendar: TradingCalendar): Candle[] {
  const bars: Candle[] = [];
  for (let time = Date.UTC(2025, 0, 2) / 1000; bars.length < 200; time += SECONDS_PER_DAY) {
    if (!isTradingDay(time, calendar)) continue;
    const i = bars.length;
    const close = 100 + index * 10 + i / 20 + 3 * Math.sin(i * 1.7 + index) + 2 * Math.sin(i / 9);
    bars.push({ time, open: close - 0.4, high: close + 1.2, low: close - 1.3, close, volume: 1000 + i });
  }
  return bars;
}

/** The vendor's data: sessions that have opened, with a passing price for a running one. */
function snapshotAt(
  ticker: Ticker,
  bars: readonly Candle[],
  { clock }: LedgerMarket,
  calendar: TradingCalendar,
): PriceSnapshot | null {
  const nowSeconds = clock.ms / 1000;
  const isDaily = calendar === 'daily';
  const opens = (bar: Candle) => bar.time + (isDaily ? 0 : OPEN_UTC);
  const closes = (bar: Candle) => bar.time + (isDaily ? SECONDS_PER_DAY : CLOSE_UTC);
  const known = bars.filter((bar) => opens(bar) <= nowSeconds);
  const last = known.at(-1);
  if (last === undefined) return null;
  const isOpen = nowSeconds < closes(last);
  const shown = isOpen ? { ...last, close: (last.open + last.high) / 2 } : last;
  return {
    source: 'yahoo',
    historySource: 'yahoo',
    actions: null,
    listing: {
      symbol: ticker,
      companyName: ticker,
      instrument: isDaily ? 'crypto' : 'equity',
      exchange: 'TEST',
      currency: 'USD',
      timezone: 'UTC',
      calendar,
    },
    candles: candlesFromRows([...known.slice(0, -1), shown]),
    sessions: comingFrom(last.time, calendar, isDaily ? [0, 1440] : [OPEN_UTC / 60, CLOSE_UTC / 60]),
    asOfSeconds: isOpen ? nowSeconds : closes(last),
    delayedMinutes: 0,
  };
}

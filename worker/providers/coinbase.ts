import { err, isoInstant, ok, SECONDS_PER_DAY, zonedDate, type Ticker } from '#compute';
import * as v from 'valibot';
import type { Runtime } from '../config.ts';
import type { Outcome } from '../failure.ts';
import { barsFromRows, MIN_BARS, vendorBar, withQuoteBar } from './bars.ts';
import type { Listing, PriceSnapshot } from './market-data.ts';
import { cleanPrice, numberTextSchema, rowsSchema, timeSchema } from './plausible.ts';
import { Upstream } from './upstream.ts';
import { pairCurrency } from './venues/exchanges.ts';
import { comingSessions } from './venues/venue-sessions.ts';

const ADDRESS = 'https://api.exchange.coinbase.com';

/** Coinbase refuses requests without a user agent. */
const HEADERS = { 'User-Agent': 'Candor/0.2' };

/** Coinbase refuses requests for more than 300 candles. A range includes both of its end days. */
const DAYS_PER_REQUEST = 300;
const REQUESTS = 2;

/** A coin's day. */
const UTC = 'UTC';

/** Coinbase Exchange's candles and prices of coins, used if Yahoo fails. They need no key and have no names. */
export class Coinbase extends Upstream {
  constructor(runtime: Runtime) {
    super({ name: 'coinbase', addresses: [ADDRESS], headers: HEADERS, runtime });
  }

  /** Pairs in a currency that Coinbase trades coins for. Whether it trades this coin, only a request tells. */
  covers(ticker: Ticker): boolean {
    return /^[A-Z0-9]{2,10}-(?:USD|EUR|GBP)$/.test(ticker);
  }

  async stock(ticker: Ticker, signal: AbortSignal): Promise<Outcome<PriceSnapshot>> {
    const product = `/products/${encodeURIComponent(ticker)}`;
    const today = zonedDate(this.nowSeconds(), UTC);
    const paths = Array.from({ length: REQUESTS }, (_, index) => candlesPath(product, today, index));
    const requests = [`${product}/ticker`, ...paths].map((path) => this.request(path, signal));
    const bodies: unknown[] = [];
    for (const reply of await Promise.all(requests)) {
      if (!reply.ok) return reply;
      if (reply.value.status === 404) return err({ reason: 'no_data', ticker });
      bodies.push(reply.value.body);
    }
    return decodeCoin(ticker, bodies, this.nowSeconds());
  }
}

/** The path of one page of daily candles; page 0 is the newest. */
function candlesPath(product: string, todaySeconds: number, index: number): string {
  const end = todaySeconds - index * DAYS_PER_REQUEST * SECONDS_PER_DAY;
  const query = new URLSearchParams({
    granularity: String(SECONDS_PER_DAY),
    start: isoInstant(end - (DAYS_PER_REQUEST - 1) * SECONDS_PER_DAY),
    end: isoInstant(end),
  });
  return `${product}/candles?${query}`;
}

/** The ticker's body, then pages of rows `[time, low, high, open, close, volume]`, newest first, without days that had no trade. */
function bodiesSchema(nowSeconds: number) {
  const number = v.unknown();
  const tick = v.object({
    price: v.pipe(
      numberTextSchema,
      v.transform((text) => cleanPrice(text)),
      v.number(),
    ),
    time: v.pipe(
      v.string(),
      v.transform((text) => Date.parse(text) / 1000),
      timeSchema(nowSeconds),
    ),
  });
  const row = v.looseTuple([timeSchema(nowSeconds), number, number, number, number, number]);
  return v.tupleWithRest([tick], v.pipe(rowsSchema(row), v.maxLength(DAYS_PER_REQUEST + 50)));
}

function decodeCoin(ticker: Ticker, bodies: readonly unknown[], nowSeconds: number): Outcome<PriceSnapshot> {
  const parsed = v.safeParse(bodiesSchema(nowSeconds), bodies);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const [{ price, time: tradedSeconds }, ...pages] = parsed.output;
  const rows = pages.flat().map(([time, low, high, open, close, coins]) => {
    // In money, as Yahoo counts it.
    const volume = Number(coins) * (cleanPrice(close) ?? 0);
    return vendorBar(time, { open, high, low, close }, volume);
  });
  const bars = barsFromRows(rows, (seconds) => zonedDate(seconds, UTC), nowSeconds);
  if (bars.close.length < MIN_BARS) return err({ reason: 'no_data', ticker });
  const asOfSeconds = Math.min(tradedSeconds, nowSeconds);
  const candles = withQuoteBar(bars, zonedDate(asOfSeconds, UTC), { close: price });
  const listing: Listing = {
    symbol: ticker,
    companyName: ticker,
    instrument: 'crypto',
    exchange: 'Coinbase',
    currency: pairCurrency(ticker),
    timezone: UTC,
    calendar: 'daily',
  };
  return ok({
    source: 'coinbase',
    listing,
    candles,
    actions: null,
    sessions: comingSessions({ listing, venue: null, stated: null, nowSeconds }, candles.time),
    asOfSeconds,
    delayedMinutes: 0,
  });
}

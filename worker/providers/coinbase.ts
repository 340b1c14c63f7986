import { err, isoInstant, ok, SECONDS_PER_DAY, type Result, type Ticker } from '#compute';
import * as v from 'valibot';
import type { Runtime } from '../config.ts';
import type { Failure } from '../failure.ts';
import { barsFromRows, lastBarQuote, vendorBar, withQuoteBar } from './bars.ts';
import { pairCurrency } from './exchanges.ts';
import type { Listing, PriceSnapshot } from './market-data.ts';
import { cleanPrice, numberTextSchema, rowsSchema, timeSchema } from './plausible.ts';
import { createUpstream, type JsonReply } from './upstream.ts';
import { comingSessions } from './venue-sessions.ts';

const ADDRESS = 'https://api.exchange.coinbase.com';

/** Coinbase refuses requests without a user agent. */
const HEADERS = { 'User-Agent': 'Candor/0.2', Accept: 'application/json' };

/** Coinbase refuses requests for more than 300 candles. A range includes both of its end days. */
const DAYS_PER_REQUEST = 300;
const REQUESTS = 2;
const MIN_BARS = 2;

export type Coinbase = ReturnType<typeof createCoinbase>;

/** Coinbase Exchange's candles and prices of coins, used if Yahoo fails. They need no key and have no names. */
export function createCoinbase(runtime: Runtime) {
  const upstream = createUpstream({ name: 'coinbase', addresses: [ADDRESS], headers: HEADERS, runtime });

  return {
    identity: 'coinbase',

    /** Pairs in a currency that Coinbase trades coins for. Whether it trades this coin, only a request tells. */
    covers: (ticker: Ticker) => /^[A-Z0-9]{2,10}-(?:USD|EUR|GBP)$/.test(ticker),

    async stock(ticker: Ticker, signal: AbortSignal): Promise<Result<PriceSnapshot, Failure>> {
      const product = `/products/${encodeURIComponent(ticker)}`;
      const today = dateOf(runtime.now() / 1000);
      const paths = Array.from({ length: REQUESTS }, (_, index) => candlesPath(product, today, index));
      const replies: JsonReply[] = [];
      const requests = [`${product}/ticker`, ...paths].map((path) => upstream.request(path, signal));
      for (const reply of await Promise.all(requests)) {
        if (!reply.ok) return reply;
        replies.push(reply.value);
      }
      return decodeCoin(ticker, replies, runtime.now() / 1000);
    },

    state: upstream.state,
  };
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

/** A coin's day is the UTC day. */
function dateOf(seconds: number): number {
  return Math.floor(seconds / SECONDS_PER_DAY) * SECONDS_PER_DAY;
}

function tickSchema(nowSeconds: number) {
  return v.object({
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
}

/** Rows `[time, low, high, open, close, volume]`, newest first, without days that had no trade. */
function candlesSchema(nowSeconds: number) {
  const number = v.unknown();
  return v.pipe(
    rowsSchema(v.looseTuple([timeSchema(nowSeconds), number, number, number, number, number])),
    v.maxLength(DAYS_PER_REQUEST + 50),
  );
}

function decodeCoin(
  ticker: Ticker,
  [tick, ...pages]: readonly JsonReply[],
  nowSeconds: number,
): Result<PriceSnapshot, Failure> {
  if ([tick, ...pages].some((reply) => reply?.status === 404)) return err({ reason: 'no_data', ticker });
  const quoted = v.safeParse(tickSchema(nowSeconds), tick?.body);
  const candles = v.safeParse(
    v.array(candlesSchema(nowSeconds)),
    pages.map(({ body }) => body),
  );
  if (!quoted.success || !candles.success) return err({ reason: 'upstream_bad_payload' });
  const { price, time: tradedSeconds } = quoted.output;
  const rows = candles.output.flat().map(([time, low, high, open, close, coins]) => {
    // In money, as Yahoo counts it.
    const volume = Number(coins) * (cleanPrice(close) ?? 0);
    return vendorBar(time, { open, high, low, close }, volume);
  });
  const bars = barsFromRows(rows, dateOf, dateOf(nowSeconds));
  if (bars.close.length < MIN_BARS) return err({ reason: 'no_data', ticker });
  const asOfSeconds = Math.min(tradedSeconds, nowSeconds);
  const quote = { price, volume: null, dayHigh: null, dayLow: null };
  const stamped = withQuoteBar(bars, dateOf(asOfSeconds), quote);
  const listing: Listing = {
    symbol: ticker,
    companyName: ticker,
    instrument: 'crypto',
    exchange: 'Coinbase',
    currency: pairCurrency(ticker),
    timezone: 'UTC',
    calendar: 'daily',
  };
  return ok({
    source: 'coinbase',
    historySource: 'coinbase',
    listing,
    candles: stamped,
    actions: null,
    quote: lastBarQuote(stamped, price),
    sessions: comingSessions({ listing, venue: null, time: stamped.time, stated: null, nowSeconds }),
    asOfSeconds,
    delayedMinutes: 0,
  });
}

import { err, isTimezone, ok, parseTicker, zonedDate } from '#compute';
import type { Result, Session, Ticker } from '#compute';
import * as v from 'valibot';
import type { Failure } from '../../failure.ts';
import { barsFromRows, lastBarQuote, withQuoteBar } from '../bars.ts';
import { decodeActions, reconcile } from '../corporate-actions.ts';
import { exchangeByCode, isSameSymbol, knownCurrency } from '../exchanges.ts';
import type { Instrument, Listing, PriceSnapshot, Quote } from '../market-data.ts';
import {
  periodSchema,
  priceColumnSchema,
  priceSchema,
  statedPriceSchema,
  timeColumnSchema,
  timeSchema,
  volumeColumnSchema,
  volumeSchema,
} from '../plausible.ts';
import type { JsonReply } from '../upstream.ts';

/** Responses do not state the delay; 15 minutes is the longest that Yahoo publishes for these venues. */
const EXCHANGE_DELAY_MINUTES = 15;
/** Five years have 1,260 daily bars, or 1,830 if trading never stops. */
const MAX_BARS = 20_000;
const MIN_BARS = 2;
const MAX_NAME_CHARACTERS = 120;

/** Yahoo's names of the instruments that Candor analyses. */
export const INSTRUMENTS: ReadonlyMap<string, Instrument> = new Map([
  ['EQUITY', 'equity'],
  ['ETF', 'etf'],
  ['MUTUALFUND', 'fund'],
  ['INDEX', 'index'],
  ['CURRENCY', 'currency'],
  ['CRYPTOCURRENCY', 'crypto'],
  ['FUTURE', 'future'],
]);

/** Instruments that can pay dividends and be split; for others an empty list would mean nothing. */
const HAVE_ACTIONS: ReadonlySet<Instrument> = new Set<Instrument>(['equity', 'etf']);
const NO_ACTIONS = { dividends: [], splits: [] };

function chartSchema(nowSeconds: number) {
  return v.object({
    chart: v.object({
      result: v.nullish(v.array(resultSchema(nowSeconds)), []),
      error: v.nullish(v.object({ code: v.nullish(v.string(), '') }), null),
    }),
  });
}

/** Yahoo's description of a listing and its last trade, in each of its series. */
export function metaSchema(nowSeconds: number) {
  const period = v.nullish(periodSchema(nowSeconds), null);
  return v.object({
    symbol: v.string(),
    currency: v.nullish(v.string(), ''),
    exchangeName: v.nullish(v.string(), ''),
    fullExchangeName: v.nullish(v.string(), null),
    instrumentType: v.nullish(v.string(), 'EQUITY'),
    exchangeTimezoneName: v.pipe(v.string(), v.check(isTimezone)),
    longName: v.nullish(v.string()),
    shortName: v.nullish(v.string()),
    regularMarketPrice: v.nullish(statedPriceSchema, null),
    regularMarketTime: v.nullish(timeSchema(nowSeconds), null),
    regularMarketDayHigh: priceSchema,
    regularMarketDayLow: priceSchema,
    regularMarketVolume: volumeSchema,
    currentTradingPeriod: v.pipe(
      v.nullish(v.object({ pre: period, regular: period, post: period }), null),
      v.transform((periods): Session | null =>
        periods?.regular ? { ...periods, regular: periods.regular } : null,
      ),
    ),
    /** `intraday.ts` reads and checks these. */
    chartPreviousClose: v.optional(v.unknown()),
    dataGranularity: v.optional(v.unknown()),
    tradingPeriods: v.optional(v.unknown()),
  });
}

type Meta = v.InferOutput<ReturnType<typeof metaSchema>>;

/** A series' listing, its hours, and the delay of its prices. */
export function describedBy(meta: Meta, symbol: Ticker) {
  const listing = listingFrom(meta, symbol);
  const isRound = listing.instrument === 'crypto' || listing.instrument === 'currency';
  return {
    listing,
    session: meta.currentTradingPeriod,
    delayedMinutes: isRound ? 0 : EXCHANGE_DELAY_MINUTES,
  };
}

function resultSchema(nowSeconds: number) {
  const prices = v.optional(priceColumnSchema, []);
  return v.object({
    meta: metaSchema(nowSeconds),
    timestamp: v.optional(
      v.pipe(
        timeColumnSchema(nowSeconds),
        v.check((times) => times.length <= MAX_BARS),
      ),
      [],
    ),
    /** Decoded row by row by `corporate-actions.ts`, so that a bad row does not lose the prices. */
    events: v.optional(v.unknown()),
    indicators: v.object({
      quote: v.pipe(
        v.array(
          v.object({
            open: prices,
            high: prices,
            low: prices,
            close: prices,
            volume: v.optional(volumeColumnSchema, []),
          }),
        ),
        v.minLength(1),
      ),
    }),
  });
}

/** The chart request's path; it returns price, volume, day range, names and history. */
export function chartPath(symbol: Ticker): string {
  return `/v8/finance/chart/${encodeURIComponent(symbol)}?range=5y&interval=1d&events=div%7Csplit&includePrePost=false`;
}

/** Checks a chart response of any range and interval: at least one row, in columns of equal length. */
export function readChart(reply: JsonReply, symbol: Ticker, nowSeconds: number) {
  const parsed = v.safeParse(chartSchema(nowSeconds), reply.body);
  if (!parsed.success) return err<Failure>({ reason: 'upstream_bad_payload' });
  const { result, error } = parsed.output.chart;
  if (error !== null) return err(chartError(error.code, symbol));
  const [chart] = result;
  const [columns] = chart?.indicators.quote ?? [];
  if (reply.status !== 200 || !chart || !columns) return err<Failure>({ reason: 'upstream_bad_payload' });
  const { meta, timestamp, events } = chart;
  const resolved = parseTicker(meta.symbol);
  if (!resolved.ok || !isSameSymbol(resolved.value, symbol))
    return err<Failure>({ reason: 'symbol_mismatch' });
  if (timestamp.length === 0) return err<Failure>({ reason: 'no_data', ticker: symbol });
  if (Object.values(columns).some((column) => column.length !== timestamp.length)) {
    return err<Failure>({ reason: 'upstream_bad_payload' });
  }
  const rows = timestamp.map((time, row) => ({
    time,
    open: columns.open[row] ?? null,
    high: columns.high[row] ?? null,
    low: columns.low[row] ?? null,
    close: columns.close[row] ?? null,
    volume: columns.volume[row] ?? null,
  }));
  return ok({ meta, events, rows, ...describedBy(meta, resolved.value) });
}

/** A symbol does not exist only if Yahoo says so; then no other source is tried. */
function chartError(code: string, ticker: Ticker): Failure {
  if (code === 'Not Found') return { reason: 'unknown_symbol', ticker };
  const outsideHistory = code === 'Bad Request' || code === 'Unprocessable Entity';
  return outsideHistory ? { reason: 'no_data', ticker } : { reason: 'upstream_bad_payload' };
}

/** Decodes the daily chart of `symbol`, without rows later than `nowSeconds`. */
export function decodeChart(
  reply: JsonReply,
  symbol: Ticker,
  nowSeconds: number,
): Result<PriceSnapshot, Failure> {
  const chart = readChart(reply, symbol, nowSeconds);
  if (!chart.ok) return chart;
  const { meta, events, rows, listing, session, delayedMinutes } = chart.value;
  const dateOf = (seconds: number) => zonedDate(seconds, listing.timezone);
  const bars = barsFromRows(rows, dateOf, dateOf(nowSeconds));
  const lastClose = bars.close.at(-1);
  const lastDate = bars.time.at(-1);
  if (lastClose === undefined || lastDate === undefined || bars.close.length < MIN_BARS) {
    return err({ reason: 'no_data', ticker: symbol });
  }
  const quote: Quote = {
    price: meta.regularMarketPrice ?? lastClose,
    volume: meta.regularMarketVolume,
    dayHigh: meta.regularMarketDayHigh,
    dayLow: meta.regularMarketDayLow,
  };
  const asOfSeconds = Math.min(meta.regularMarketTime ?? lastDate, nowSeconds);
  const stated = decodeActions(events, listing, nowSeconds);
  const stamped = withQuoteBar(bars, dateOf(asOfSeconds), quote);
  const reconciled = reconcile(stamped, stated ?? NO_ACTIONS, listing.symbol);
  if (reconciled === null) return err({ reason: 'upstream_bad_payload' });
  const { candles, actions } = reconciled;
  const lastBar = lastBarQuote(candles, quote.price);
  return ok({
    source: 'yahoo',
    historySource: 'yahoo',
    listing,
    candles,
    actions: stated !== null && HAVE_ACTIONS.has(listing.instrument) ? actions : null,
    quote: { ...lastBar, volume: quote.volume || lastBar.volume },
    session,
    asOfSeconds,
    delayedMinutes,
  });
}

function listingFrom(meta: Meta, symbol: Ticker): Listing {
  const exchange = exchangeByCode(meta.exchangeName);
  const instrument = INSTRUMENTS.get(meta.instrumentType) ?? 'equity';
  const companyName = meta.longName?.trim() || meta.shortName?.trim() || symbol;
  return {
    symbol,
    companyName: companyName.slice(0, MAX_NAME_CHARACTERS),
    instrument,
    exchange: exchange?.display ?? meta.fullExchangeName ?? meta.exchangeName,
    currency: knownCurrency(meta.currency) || (exchange?.currency ?? ''),
    timezone: meta.exchangeTimezoneName,
    calendar: instrument === 'crypto' ? 'daily' : (exchange?.calendar ?? 'weekday'),
  };
}

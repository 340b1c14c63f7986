/** Decoders of Finnhub's free endpoints. */
import { err, ok, parseTicker, SECONDS_PER_DAY } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { ServiceError } from '../../http/errors.ts';
import { knownCurrency } from '../exchanges.ts';
import type { DatedFigure, Fundamentals, NewsSnapshot, Quote, SearchSnapshot } from '../market-data.ts';
import { newsArticles } from '../news-articles.ts';
import { fundamentalSchema, priceSchema, statedPriceSchema, timeSchema } from '../plausible.ts';
import { exchangeBySymbol } from '../symbols.ts';

/** A quote and the instant of its trade, epoch seconds. */
export interface TimedQuote extends Quote {
  readonly asOfSeconds: number;
}

/** Decodes `/quote`, which returns zeros for an unknown symbol. */
export function decodeQuote(
  body: unknown,
  ticker: Ticker,
  nowSeconds: number,
): Result<TimedQuote, ServiceError> {
  if (v.is(unknownSymbolSchema, body)) return err({ reason: 'unknown_symbol', ticker });
  const parsed = v.safeParse(quoteSchema(nowSeconds), body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const { c, h, l, t } = parsed.output;
  return ok({ price: c, volume: null, dayHigh: h, dayLow: l, asOfSeconds: Math.min(t, nowSeconds) });
}

const unknownSymbolSchema = v.object({ c: v.literal(0), t: v.literal(0) });

function quoteSchema(nowSeconds: number) {
  return v.object({
    c: statedPriceSchema,
    h: priceSchema,
    l: priceSchema,
    t: v.pipe(timeSchema(nowSeconds), v.gtValue(0)),
  });
}

const MILLION = 1e6;

const nullableFigure = v.nullish(fundamentalSchema, null);

const profileSchema = v.object({
  currency: v.optional(v.string(), ''),
  /** In millions. */
  marketCapitalization: nullableFigure,
});

const metricSchema = v.object({ metric: v.object({ epsTTM: nullableFigure, peTTM: nullableFigure }) });

/** Decodes `/stock/profile2` and `/stock/metric`, which return `{}` for an unknown symbol. */
export function decodeFundamentals(
  profileBody: unknown,
  metricBody: unknown,
  ticker: Ticker,
  nowSeconds: number,
): Result<Fundamentals, ServiceError> {
  const profile = v.safeParse(profileSchema, profileBody);
  const metric = v.safeParse(metricSchema, metricBody);
  if (!profile.success || !metric.success) return err({ reason: 'upstream_bad_payload' });
  const currency = knownCurrency(profile.output.currency);
  const { marketCapitalization } = profile.output;
  const { epsTTM, peTTM } = metric.output.metric;
  if (marketCapitalization === null && epsTTM === null && peTTM === null) {
    return err({ reason: 'no_data', ticker });
  }
  const dateSeconds = Math.floor(nowSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  const figure = (value: number | null, unit: string): DatedFigure | null =>
    value === null ? null : { value, currency: unit, dateSeconds };
  return ok({
    marketCap:
      marketCapitalization !== null && marketCapitalization > 0
        ? figure(marketCapitalization * MILLION, currency)
        : null,
    trailingEps: figure(epsTTM, currency),
    trailingPe: figure(peTTM, ''),
  });
}

const articleSchema = v.object({
  id: v.union([v.string(), v.number()]),
  datetime: v.number(),
  headline: v.string(),
  image: v.optional(v.string(), ''),
  related: v.optional(v.string(), ''),
  source: v.optional(v.string(), ''),
  summary: v.optional(v.string(), ''),
  url: v.optional(v.string(), ''),
});

/** Decodes `/company-news`. An empty list is `no_data`, because an unknown symbol gets one too. */
export function decodeNews(
  body: unknown,
  ticker: Ticker,
  name: string | null,
  nowSeconds: number,
): Result<NewsSnapshot, ServiceError> {
  const list = v.safeParse(v.array(v.unknown()), body);
  if (!list.success) return err({ reason: 'upstream_bad_payload' });
  const items = list.output.flatMap((entry) => {
    const item = v.safeParse(articleSchema, entry);
    if (!item.success) return [];
    const { related, ...rest } = item.output;
    return [{ ...rest, id: String(rest.id), related: related.split(',') }];
  });
  if (items.length === 0) return err({ reason: 'no_data', ticker });
  return ok({
    source: 'finnhub',
    articles: newsArticles(items, ticker, name, nowSeconds),
    asOfSeconds: nowSeconds,
  });
}

const MAX_RESULTS = 10;

const searchSchema = v.object({
  result: v.array(v.object({ symbol: v.string(), description: v.optional(v.string(), '') })),
});

/** Decodes `/search`. It names no venue, so that is taken from the symbol's suffix; a symbol without one is American. */
export function decodeSearch(body: unknown, nowSeconds: number): Result<SearchSnapshot, ServiceError> {
  const parsed = v.safeParse(searchSchema, body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const results = parsed.output.result.flatMap(({ symbol, description }) => {
    const ticker = parseTicker(symbol.replace(/\.([A-K])$/, '-$1'));
    const exchange = ticker.ok ? exchangeBySymbol(ticker.value) : null;
    if (!ticker.ok || exchange === null) return [];
    const { display, country, currency } = exchange;
    return [{ symbol: ticker.value, name: description || symbol, exchange: display, country, currency }];
  });
  return ok({ source: 'finnhub', results: results.slice(0, MAX_RESULTS), asOfSeconds: nowSeconds });
}

import { err, isoDate, ok, parseTicker, SECONDS_PER_DAY } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { Runtime } from '../config.ts';
import type { Failure } from '../failure.ts';
import { exchangeBySymbol, isAmericanSymbol, knownCurrency } from './exchanges.ts';
import type { NameOf } from './listing-directory.ts';
import type {
  DatedFigure,
  Fundamentals,
  NewsSnapshot,
  PartialSource,
  Quote,
  SearchSnapshot,
} from './market-data.ts';
import { newsArticles } from './news-articles.ts';
import { fundamentalSchema, priceSchema, readableRows, statedPriceSchema, timeSchema } from './plausible.ts';
import { createUpstream } from './upstream.ts';

const NEWS_DAYS = 30;

/** Finnhub's free endpoints: quote, news, fundamentals and search of US symbols. Daily bars are not free. */
export interface Finnhub extends PartialSource<'fundamentals' | 'news' | 'search'> {
  quote(ticker: Ticker, signal: AbortSignal): Promise<Result<TimedQuote, Failure>>;
}

/** Connects to Finnhub; the key is only sent in a header. News is ranked by the company names that `nameOf` knows. */
export function createFinnhub(address: string, apiKey: string, runtime: Runtime, nameOf: NameOf): Finnhub {
  const upstream = createUpstream({
    name: 'finnhub',
    addresses: [address],
    headers: { 'X-Finnhub-Token': apiKey, Accept: 'application/json' },
    runtime,
  });
  const nowSeconds = () => runtime.now() / 1000;

  async function get(
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Result<unknown, Failure>> {
    const reply = await upstream.request(`${path}?${new URLSearchParams(query)}`, signal);
    if (!reply.ok) return reply;
    return reply.value.status === 200 ? ok(reply.value.body) : err({ reason: 'upstream_bad_payload' });
  }

  return {
    identity: `finnhub@${new URL(address).host}`,

    covers: isAmericanSymbol,

    async quote(ticker, signal) {
      const body = await get('/quote', { symbol: finnhubSymbol(ticker) }, signal);
      return body.ok ? decodeQuote(body.value, ticker, nowSeconds()) : body;
    },

    async fundamentals(ticker, signal) {
      const symbol = finnhubSymbol(ticker);
      const [profile, metric] = await Promise.all([
        get('/stock/profile2', { symbol }, signal),
        get('/stock/metric', { symbol, metric: 'all' }, signal),
      ]);
      if (!profile.ok) return profile;
      if (!metric.ok) return metric;
      return decodeFundamentals(profile.value, metric.value, ticker, nowSeconds());
    },

    async news(ticker, signal) {
      const body = await get(
        '/company-news',
        {
          symbol: finnhubSymbol(ticker),
          from: isoDate(nowSeconds() - NEWS_DAYS * SECONDS_PER_DAY),
          to: isoDate(nowSeconds()),
        },
        signal,
      );
      return body.ok ? decodeNews(body.value, ticker, await nameOf(ticker), nowSeconds()) : body;
    },

    async search(query, signal) {
      const body = await get('/search', { q: query }, signal);
      return body.ok ? decodeSearch(body.value, nowSeconds()) : body;
    },

    state: () => upstream.state(),
  };
}

/** Finnhub writes class shares with a dot. */
function finnhubSymbol(ticker: Ticker): string {
  return ticker.replace('-', '.');
}

/** A quote and the instant of its trade, epoch seconds. */
export interface TimedQuote extends Quote {
  readonly asOfSeconds: number;
}

/** Decodes `/quote`, which returns zeros for an unknown symbol. */
function decodeQuote(body: unknown, ticker: Ticker, nowSeconds: number): Result<TimedQuote, Failure> {
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
function decodeFundamentals(
  profileBody: unknown,
  metricBody: unknown,
  ticker: Ticker,
  nowSeconds: number,
): Result<Fundamentals, Failure> {
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
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  datetime: v.number(),
  headline: v.string(),
  image: v.optional(v.string(), ''),
  related: v.pipe(
    v.optional(v.string(), ''),
    v.transform((symbols) => symbols.split(',')),
  ),
  source: v.optional(v.string(), ''),
  summary: v.optional(v.string(), ''),
  url: v.optional(v.string(), ''),
});

/** Decodes `/company-news`. An empty list is `no_data`, because an unknown symbol gets one too. */
function decodeNews(
  body: unknown,
  ticker: Ticker,
  name: string | null,
  nowSeconds: number,
): Result<NewsSnapshot, Failure> {
  const list = v.safeParse(v.array(v.unknown()), body);
  if (!list.success) return err({ reason: 'upstream_bad_payload' });
  const items = readableRows(articleSchema, list.output);
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
function decodeSearch(body: unknown, nowSeconds: number): Result<SearchSnapshot, Failure> {
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

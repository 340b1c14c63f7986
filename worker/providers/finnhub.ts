import { err, isoDate, ok, parseIsoDate, parseTicker, SECONDS_PER_DAY, zonedDate } from '#compute';
import type { IsoDate, ResultsDay, Ticker } from '#compute';
import * as v from 'valibot';
import type { Runtime } from '../config.ts';
import type { SearchResult } from '../contract/contract.ts';
import type { Outcome } from '../failure.ts';
import type { PricedBar } from './bars.ts';
import type { AnnouncedResults, DatedFigure, Fundamentals, RawNews } from './market-data.ts';
import { fundamentalSchema, priceSchema, rowsSchema, statedPriceSchema, timeSchema } from './plausible.ts';
import { Upstream } from './upstream.ts';
import { exchangeBySymbol, isAmericanSymbol, knownCurrency } from './venues/exchanges.ts';

const NEWS_DAYS = 30;
const MILLION = 1e6;

/** Finnhub's free endpoints, for US symbols. Daily bars are not free. The key is sent in a header only. */
export class Finnhub extends Upstream {
  constructor(address: string, apiKey: string, runtime: Runtime) {
    super({ name: 'finnhub', addresses: [address], headers: { 'X-Finnhub-Token': apiKey }, runtime });
  }

  covers(ticker: Ticker): boolean {
    return isAmericanSymbol(ticker);
  }

  quote(ticker: Ticker, signal: AbortSignal): Promise<Outcome<PricedBar>> {
    return this.read(`/quote?${symbolQuery(ticker)}`, quoteSchema(this.nowSeconds()), signal);
  }

  async fundamentals(ticker: Ticker, signal: AbortSignal): Promise<Outcome<Fundamentals>> {
    const [profile, metric] = await Promise.all([
      this.read(`/stock/profile2?${symbolQuery(ticker)}`, profileSchema, signal),
      this.read(`/stock/metric?${symbolQuery(ticker, { metric: 'all' })}`, metricSchema, signal),
    ]);
    if (!profile.ok) return profile;
    if (!metric.ok) return metric;
    const { marketCapitalization, currency: stated } = profile.value;
    const { epsTTM, peTTM } = metric.value.metric;
    // Both bodies are `{}` for an unknown symbol.
    if (marketCapitalization === null && epsTTM === null && peTTM === null) {
      return err({ reason: 'no_data', ticker });
    }
    const dateSeconds = zonedDate(this.nowSeconds(), 'UTC');
    const figure = (value: number | null, currency: string): DatedFigure | null =>
      value === null ? null : { value, currency, dateSeconds };
    const currency = knownCurrency(stated);
    const hasCap = marketCapitalization !== null && marketCapitalization > 0;
    return ok({
      marketCap: hasCap ? figure(marketCapitalization * MILLION, currency) : null,
      trailingEps: figure(epsTTM, currency),
      trailingPe: figure(peTTM, ''),
    });
  }

  /** An empty list is `no_data`, because an unknown symbol gets one too. */
  async news(ticker: Ticker, signal: AbortSignal): Promise<Outcome<RawNews>> {
    const to = this.nowSeconds();
    const window = { from: isoDate(to - NEWS_DAYS * SECONDS_PER_DAY), to: isoDate(to) };
    const news = await this.read(
      `/company-news?${symbolQuery(ticker, window)}`,
      rowsSchema(articleSchema),
      signal,
    );
    if (!news.ok) return news;
    return news.value.length === 0
      ? err({ reason: 'no_data', ticker })
      : ok({ companyName: null, items: news.value });
  }

  async announcedResults(
    from: IsoDate,
    to: IsoDate,
    signal: AbortSignal,
  ): Promise<Outcome<AnnouncedResults>> {
    const window = new URLSearchParams({ from, to });
    const read = await this.read(`/calendar/earnings?${window}`, calendarSchema, signal);
    if (!read.ok) return read;
    const days = new Map<Ticker, ResultsDay>();
    for (const { symbol, date, hour } of read.value.earningsCalendar) {
      const ticker = parseTicker(ownSymbol(symbol));
      if (!ticker.ok || date < from || date > to) continue;
      if (date < (days.get(ticker.value)?.date ?? 'z'))
        days.set(ticker.value, { date, side: SIDES.get(hour) ?? null });
    }
    return ok(days);
  }

  search(query: string, signal: AbortSignal): Promise<Outcome<SearchResult[]>> {
    return this.read(`/search?${new URLSearchParams({ q: query })}`, searchSchema, signal);
  }
}

/** A query for a ticker. Finnhub writes share classes with a dot. */
function symbolQuery(ticker: Ticker, more: Readonly<Record<string, string>> = {}): URLSearchParams {
  return new URLSearchParams({ symbol: ticker.replace('-', '.'), ...more });
}

function ownSymbol(symbol: string): string {
  return symbol.replace(/\.([A-K])$/, '-$1');
}

const SIDES: ReadonlyMap<string, ResultsDay['side']> = new Map([
  ['bmo', 'before_open'],
  ['amc', 'after_close'],
]);

/** `hour` is empty where it is not known, and "dmh" during a session. */
const calendarSchema = v.object({
  earningsCalendar: rowsSchema(
    v.object({
      symbol: v.string(),
      date: v.pipe(
        v.string(),
        v.check((date) => parseIsoDate(date) !== null),
      ),
      hour: v.nullish(v.string(), ''),
    }),
  ),
});

/** An unknown symbol has zeros, which are no price. */
function quoteSchema(nowSeconds: number) {
  return v.pipe(
    v.object({ c: statedPriceSchema, h: priceSchema, l: priceSchema, t: timeSchema(nowSeconds) }),
    v.transform(({ c: close, h: high, l: low, t }): PricedBar => {
      return { time: Math.min(t, nowSeconds), open: null, high, low, close, volume: 0 };
    }),
  );
}

const nullableFigure = v.nullish(fundamentalSchema, null);

const profileSchema = v.object({
  currency: v.optional(v.string(), ''),
  /** In millions. */
  marketCapitalization: nullableFigure,
});

const metricSchema = v.object({ metric: v.object({ epsTTM: nullableFigure, peTTM: nullableFigure }) });

const articleSchema = v.object({
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  datetime: v.number(),
  headline: v.string(),
  related: v.pipe(
    v.optional(v.string(), ''),
    v.transform((symbols) => symbols.split(',')),
  ),
  ...v.entriesFromList(['image', 'source', 'summary', 'url'], v.optional(v.string(), '')),
});

/** Results name no venue, so it is derived from the symbol's suffix; symbols without one are American. */
const searchSchema = v.pipe(
  v.object({ result: v.array(v.object({ symbol: v.string(), description: v.optional(v.string(), '') })) }),
  v.transform(({ result }) =>
    result.flatMap(({ symbol, description }): SearchResult[] => {
      const ticker = parseTicker(ownSymbol(symbol));
      const exchange = ticker.ok ? exchangeBySymbol(ticker.value) : null;
      if (!ticker.ok || exchange === null) return [];
      const { display, country, currency } = exchange;
      return [{ symbol: ticker.value, name: description || symbol, exchange: display, country, currency }];
    }),
  ),
);

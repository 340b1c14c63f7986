/** The tools that assistants may call: the API's figures, without the long series, and what they say in words. */
import {
  absenceText,
  answerNotice,
  briefTexts,
  DEFAULT_HORIZON_DAYS,
  err,
  forecastSummary,
  formatFor,
  HORIZON_OPTIONS_DAYS,
  isIsin,
  ok,
  provenanceStamp,
  stampedSource,
  type HorizonDays,
  type Ticker,
} from '#compute';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { LedgerResponse, StockResponse } from '../contract/contract.ts';
import type { Failure, Outcome } from '../failure.ts';
import { fromDatabase } from '../http/database.ts';
import { readRefreshed } from '../http/guards.ts';
import { PARAMS, type Param } from '../http/operations.ts';
import { EVERY_LISTING, readSummary } from '../ledger/summary.ts';
import type { AppEnv } from '../services.ts';
import { analysedResponse, analysisOf, stockHead } from '../snapshot/wire.ts';
import { findListings } from './find-listings.ts';
import { readQuotes } from './listings.ts';

interface Argument extends Pick<Param, 'error'> {
  readonly schema: v.GenericSchema;
  /** The argument as JSON Schema. */
  readonly json: object;
}

type Arguments = Readonly<Record<string, Argument>>;

type Call<A extends Arguments> = (
  c: Context<AppEnv>,
  values: { readonly [Name in keyof A]: v.InferOutput<A[Name]['schema']> },
) => Promise<Outcome<object>>;

interface Tool {
  readonly description: string;
  readonly parameters: Arguments;
  readonly call: Call<never>;
}

const TICKER = {
  ...PARAMS.ticker,
  json: { type: 'string', description: 'Like AAPL, BRK.B, 7203.T, ^GSPC, BTC-USD, EURUSD=X' },
};
const TICKERS = { ...PARAMS.tickers, json: { type: 'string', description: '1 to 50, like AAPL,MSFT' } };
const QUERY = { ...PARAMS.searchText, json: { type: 'string', description: 'Name, ticker or ISIN' } };
const DAYS = {
  schema: v.optional(v.picklist(HORIZON_OPTIONS_DAYS), DEFAULT_HORIZON_DAYS),
  error: PARAMS.horizon.error,
  json: { type: 'integer', enum: HORIZON_OPTIONS_DAYS, description: 'Trading days ahead; 7 if absent' },
};

const FORECAST = ['forecast_absent_reason', 'forecast', 'future_predictions', 'track_record'] as const;

const TOOLS = new Map([
  tool(
    'search_listings',
    'Finds shares, funds, indices, currencies and coins.',
    { query: QUERY },
    async (c, { query }) => answer(c, { listings: await found(c, query) }),
  ),
  tool(
    'get_quote',
    'Price, day change, volume, market cap and P/E, with source and age.',
    { ticker: TICKER },
    (c, { ticker }) => listingAnswer(c, ticker, DEFAULT_HORIZON_DAYS, ['day_change', 'day_change_percent']),
  ),
  tool(
    'get_forecast',
    'Range and odds of coming closes, and how often such ranges held; or why there is no forecast.',
    { ticker: TICKER, days: DAYS },
    (c, { ticker, days }) => listingAnswer(c, ticker, days, FORECAST),
  ),
  tool(
    'get_indicators',
    'RSI (14), EMA (20), MACD (12, 26, 9), performance, and the model signal, which describes the past trend.',
    { ticker: TICKER },
    (c, { ticker }) =>
      listingAnswer(c, ticker, DEFAULT_HORIZON_DAYS, ['indicators', 'performance', 'ai_signal']),
  ),
  tool(
    'compare',
    'Quotes, model signals and 7-day odds side by side. While due is above 0, call again for the rest. If rows are stale, call once more.',
    { tickers: TICKERS },
    async (c, { tickers }) => {
      const { body } = await readQuotes(c, tickers);
      const quotes = body.quotes.map((quote) => Object.assign(quote, LONG_SERIES));
      return answer(c, { ...body, quotes });
    },
  ),
  tool(
    'get_ledger',
    'How often published forecasts held, of all listings or one. They are written down before their outcome.',
    { ticker: { ...TICKER, schema: v.optional(TICKER.schema) } },
    async (c, { ticker = null }) => {
      const { config, db } = c.get('services');
      const { MARKET_DATA: ledger, RECORD_UNIVERSE: universe } = config;
      const read = await fromDatabase(c, db, 'ledger_unavailable', (bound) =>
        readSummary(bound, ledger, universe, ticker ?? EVERY_LISTING),
      );
      if (!read.ok) return read;
      const summary = JSON.parse(read.value) as LedgerResponse;
      const horizons = summary.horizons.map((scores) => Object.assign(scores, LONG_SERIES));
      return answer(c, { ticker, ...summary, ...LONG_SERIES, horizons });
    },
  ),
  tool('search', 'Like search_listings.', { query: QUERY }, async (c, { query }) => {
    const results = (await found(c, query)).map(({ symbol, name, exchange }) => {
      const title = [name, symbol, exchange].join(' · ');
      return { id: symbol, title, url: pageOf(c, symbol) };
    });
    return answer(c, { results });
  }),
  tool('fetch', 'The 7-day forecast of an id from search, in words.', { id: TICKER }, async (c, { id }) => {
    const read = await listingAnswer(c, id, DEFAULT_HORIZON_DAYS, []);
    if (!read.ok) return read;
    const { summary, notice, ...metadata } = read.value;
    const text = [...summary, notice].join('\n');
    const title = `${metadata.company_name} (${metadata.ticker})`;
    return ok({ id, title, text, url: pageOf(c, id), metadata });
  }),
]);

/** Fields of the API that an assistant does without; JSON leaves them out. */
const LONG_SERIES = {
  closes: undefined,
  year_closes: undefined,
  corporate_actions: undefined,
  latest: undefined,
  misses: undefined,
  by_ticker: undefined,
  by_month: undefined,
  reliability: undefined,
};

/** The tools as `tools/list` describes them. */
export const LISTED_TOOLS = Array.from(TOOLS, ([name, { description, parameters }]) => {
  const named = Object.entries(parameters);
  const properties = Object.fromEntries(named.map(([argument, { json }]) => [argument, json]));
  const required = named.flatMap(([argument, { schema }]) => (v.is(schema, undefined) ? [] : argument));
  const inputSchema = { type: 'object', properties, required };
  return { name, description, inputSchema, annotations: { readOnlyHint: true } };
});

/** A tool's answer to unchecked arguments, or why there is none; `null` without such a tool. */
export async function callTool(
  c: Context<AppEnv>,
  name: unknown,
  given: Readonly<Record<string, unknown>>,
): Promise<Outcome<object> | null> {
  const called = TOOLS.get(name as string);
  if (called === undefined) return null;
  const values: Record<string, unknown> = {};
  for (const [argument, { schema, error }] of Object.entries(called.parameters)) {
    // Some clients send null for what is left out.
    const parsed = v.safeParse(schema, given[argument] ?? undefined);
    if (!parsed.success) return err(error);
    values[argument] = parsed.output;
  }
  return called.call(c, values as never);
}

function tool<A extends Arguments>(
  name: string,
  description: string,
  parameters: A,
  call: Call<A>,
): [string, Tool] {
  return [name, { description, parameters, call: call as Call<never> }];
}

async function found(c: Context<AppEnv>, query: string) {
  return (await findListings(c.get('services'), query, c.get('waitUntil'))).results;
}

/** The analysis page that opens without an account. */
function pageOf(c: Context<AppEnv>, ticker: string): string {
  return new URL(`/demo?ticker=${encodeURIComponent(ticker)}`, c.req.url).href;
}

/** Adds the notice. Without `source` it names the configured ones. */
function answer<T extends object>(c: Context<AppEnv>, facts: T, source?: string) {
  const { config, source: market } = c.get('services');
  const sources = market.providers().map(({ name }) => stampedSource(name));
  return ok({
    ...facts,
    notice: answerNotice(source ?? sources.join(', '), config.MARKET_DATA === 'sample'),
  });
}

/** A listing's head, some of its other fields, and what they say in words. */
async function listingAnswer(
  c: Context<AppEnv>,
  ticker: Ticker,
  days: HorizonDays,
  fields: readonly (keyof StockResponse)[],
) {
  if (isIsin(ticker)) return err<Failure>({ reason: 'isin', ticker });
  const read = await readRefreshed(c, ticker);
  if (!read.ok) return read;
  c.set('cache', read.value);
  const nowMs = c.get('services').now();
  const outcome = analysisOf(read.value.entry, days, nowMs / 1000);
  const response = analysedResponse(read.value, days, nowMs / 1000, outcome);
  const summary = outcome.ok
    ? [forecastSummary, briefTexts].flatMap((words) => words(FORMAT, { response, analysis: outcome.value }))
    : [`No forecast. ${absenceText(FORMAT, { response, absence: outcome.error })}`];
  const head = { ...stockHead(read.value, nowMs / 1000), ...LONG_SERIES };
  const others = Object.fromEntries(fields.map((field) => [field, response[field]]));
  const source = provenanceStamp(FORMAT, response, nowMs) + (response.stale ? ' · stale' : '');
  return answer(c, { ...head, ...others, summary }, source);
}

const FORMAT = formatFor({ region: 'us', clock: 'exchange' });

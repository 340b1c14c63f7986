import { DEFAULT_HORIZON_DAYS } from '#compute';
import { Hono } from 'hono/tiny';
import type { AppEnv } from '../app-env.ts';
import type { QuoteEntry, QuotesResponse } from '../contract.ts';
import { errorAnswer } from '../errors.ts';
import { marketState } from '../market-data/market-hours.ts';
import { quotesParams, readParams } from '../params.ts';
import { recordFacts } from '../quote-facts.ts';
import { respondBatch, respondError } from '../respond.ts';
import { quoteReady } from '../wire.ts';

/** `GET /quotes?tickers=AAPL,MSFT`: a row for each of up to 50 listings, most of them from memory. */
export const quotesRoute = new Hono<AppEnv>().get('/quotes', async (c) => {
  const params = readParams(quotesParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { tickers } = params.value;

  const { marketData, now } = c.get('services');
  const { records, dueCount } = await marketData.stocks(tickers, (work) => c.executionCtx.waitUntil(work));
  const quotes = tickers.map((ticker, index): QuoteEntry => {
    const record = records[index] ?? null;
    if (record === null) return { status: 'pending', requested_ticker: ticker };
    if (!record.ok) {
      const { reason: code } = record.error;
      return { status: 'failed', requested_ticker: ticker, error: errorAnswer(record.error).error, code };
    }
    const { value, fetchedAtSeconds } = record.value;
    const state = marketState(value, fetchedAtSeconds, now() / 1000);
    return quoteReady(ticker, record.value, recordFacts(record.value), state);
  });
  const body: QuotesResponse = { horizon_days: DEFAULT_HORIZON_DAYS, quotes, due: dueCount };
  return respondBatch(c, body, records);
});

import { DEFAULT_HORIZON_DAYS, err } from '#compute';
import { Hono } from 'hono/tiny';
import type { QuoteEntry, QuotesResponse } from '../contract/contract.ts';
import type { AppEnv } from '../http/app-env.ts';
import { errorAnswer } from '../http/errors.ts';
import type { ServiceError } from '../http/errors.ts';
import { quotesParams, readParams } from '../http/params.ts';
import { respondBatch, respondError } from '../http/respond.ts';
import { quoteReady, stockView } from '../snapshot/wire.ts';

/** `GET /quotes?tickers=AAPL,MSFT`: a row for each of up to 50 listings, most of them from memory. */
export const quotesRoute = new Hono<AppEnv>().get('/quotes', async (c) => {
  const params = readParams(quotesParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { tickers } = params.value;

  const { marketData, now } = c.get('services');
  const { rows, dueCount } = await marketData.snapshots(tickers, (work) => c.executionCtx.waitUntil(work));
  const answered = [...rows];
  const quotes = tickers.map((ticker, index): QuoteEntry => {
    const row = rows[index] ?? null;
    if (row === null) return { status: 'pending', requested_ticker: ticker };
    if (!row.ok) return failed(ticker, row.error);
    try {
      return quoteReady(stockView(row.value, now() / 1000));
    } catch (cause) {
      // A listing that cannot be computed must not take the rows of the others with it.
      console.error(JSON.stringify({ event: 'row_failed', ticker, cause: String(cause) }));
      answered[index] = err({ reason: 'internal' });
      return failed(ticker, { reason: 'internal' });
    }
  });
  const body: QuotesResponse = { horizon_days: DEFAULT_HORIZON_DAYS, quotes, due: dueCount };
  return respondBatch(c, body, answered);
});

function failed(ticker: string, error: ServiceError): QuoteEntry {
  return {
    status: 'failed',
    requested_ticker: ticker,
    error: errorAnswer(error).error,
    code: error.reason,
  };
}

import { ok } from '#compute';
import { Hono } from 'hono/tiny';
import type { AppEnv } from '../app-env.ts';
import type { WaitUntil } from '../cache/single-flight.ts';
import { readParams, stockParams } from '../params.ts';
import { respondEmpty, respondEncoded, respondError } from '../respond.ts';

/**
 * `GET /stock/:ticker?days=1|7|14|30&view=columns`: the analysis, or the history to analyse. With `Purpose: prefetch` it
 * is answered from what is kept, or 204: a guess at what a user may want next must not cost an upstream call.
 */
export const stockRoute = new Hono<AppEnv>().get('/stock/:ticker', async (c) => {
  const params = readParams(stockParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { ticker, days, view } = params.value;

  const { marketData, stockAnswers } = c.get('services');
  const waitUntil: WaitUntil = (work) => c.executionCtx.waitUntil(work);
  const isGuess = c.req.header('Purpose') === 'prefetch';
  if (view === 'columns') {
    const columns = isGuess
      ? ok(await marketData.keptColumns(ticker, waitUntil))
      : await marketData.columns(ticker, waitUntil);
    if (!columns.ok) return respondError(c, columns.error);
    return columns.value === null ? respondEmpty(c) : respondEncoded(c, columns.value.value, columns.value);
  }
  const read = isGuess
    ? ok(await marketData.keptStock(ticker, waitUntil))
    : await marketData.stock(ticker, waitUntil);
  if (!read.ok) return respondError(c, read.error);
  if (read.value === null) return respondEmpty(c);
  const answer = await stockAnswers.analysed(ticker, read.value, days);
  return answer.ok ? respondEncoded(c, answer.value, read.value.stock) : respondError(c, answer.error);
});

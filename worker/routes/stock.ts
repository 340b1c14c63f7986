import { analyse, ok } from '#compute';
import type { AnalysisError, HorizonDays } from '#compute';
import { Hono } from 'hono/tiny';
import type { AppEnv } from '../app-env.ts';
import type { WaitUntil } from '../cache/single-flight.ts';
import type { StockColumnsResponse, StockResponse } from '../contract.ts';
import { encodeAnswer } from '../encoded-answers.ts';
import type { ServiceError } from '../errors.ts';
import { marketState } from '../market-data/market-hours.ts';
import { valuation } from '../market-data/valuation.ts';
import { readParams, stockParams } from '../params.ts';
import { respondEmpty, respondEncoded, respondError } from '../respond.ts';
import { stockColumnsResponse, stockResponse } from '../wire.ts';
import type { StockView } from '../wire.ts';

/**
 * `GET /stock/:ticker?days=1|7|14|30&view=columns`: the analysis, or the history to analyse. With `Purpose: prefetch` it
 * is answered from what is kept, or 204: a guess at what a user may want next must not cost an upstream call.
 */
export const stockRoute = new Hono<AppEnv>().get('/stock/:ticker', async (c) => {
  const params = readParams(stockParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { ticker, days, view: shape } = params.value;

  const { marketData, stockAnswers, now } = c.get('services');
  const waitUntil: WaitUntil = (work) => c.executionCtx.waitUntil(work);
  const isGuess = c.req.header('Purpose') === 'prefetch';
  const read = isGuess
    ? ok(await marketData.keptStock(ticker, waitUntil))
    : await marketData.stock(ticker, waitUntil);
  if (!read.ok) return respondError(c, read.error);
  if (read.value === null) return respondEmpty(c);
  const { stock, fundamentals } = read.value;
  const state = marketState(stock.value, stock.fetchedAtSeconds, now() / 1000);

  const key = shape === 'columns' ? `${ticker}/columns` : `${ticker}/${days}`;
  const madeFrom = [stock.value, fundamentals, state, stock.stale, stock.fetchedAtSeconds];
  const kept = stockAnswers.get(key, madeFrom);
  if (kept !== null) return respondEncoded(c, kept, stock);

  const facts = valuation(stock.value, fundamentals);
  const view = { requestedTicker: ticker, stock, valuation: facts, marketState: state };
  const body = shape === 'columns' ? stockColumnsResponse(view) : analysed(view, days);
  if ('reason' in body) return respondError(c, body);
  const answer = await encodeAnswer(body satisfies StockColumnsResponse | StockResponse);
  stockAnswers.set(key, madeFrom, answer);
  return respondEncoded(c, answer, stock);
});

function analysed(view: StockView, horizonDays: HorizonDays): StockResponse | ServiceError {
  const { candles, quote, listing } = view.stock.value;
  const analysis = analyse({
    candles,
    currentPrice: quote.price,
    horizonDays,
    calendar: listing.calendar,
  });
  return analysis.ok ? stockResponse(view, analysis.value) : toServiceError(analysis.error);
}

function toServiceError(error: AnalysisError): ServiceError {
  // A decoded record has a price; without one our own decoding is wrong.
  if (error.reason === 'invalid_price') throw new RangeError('a stock record has no valid price');
  return error;
}

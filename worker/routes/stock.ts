import { analyse } from '#compute';
import type { AnalysisError } from '#compute';
import { Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { StockColumnsResponse, StockResponse } from '../contract.ts';
import type { ServiceError } from '../errors.ts';
import { valuation } from '../market-data/valuation.ts';
import { horizonParam, tickerParam, viewParam } from '../params.ts';
import { respondData, respondError } from '../respond.ts';
import { stockColumnsResponse, stockResponse } from '../wire.ts';

/** `GET /stock/:ticker?days=1|7|14|30&view=columns`: the analysis, or the history to analyse. */
export const stockRoute = new Hono<AppEnv>().get('/stock/:ticker', async (c) => {
  const ticker = tickerParam(c.req.param('ticker'));
  if (!ticker.ok) return respondError(c, ticker.error);
  const horizon = horizonParam(c.req.queries('days'));
  if (!horizon.ok) return respondError(c, horizon.error);
  const shape = viewParam(c.req.queries('view'));
  if (!shape.ok) return respondError(c, shape.error);

  const { marketData, now } = c.get('services');
  const answer = await marketData.stock(ticker.value, (work) => c.executionCtx.waitUntil(work));
  if (!answer.ok) return respondError(c, answer.error);
  const { stock, fundamentals } = answer.value;
  const { candles, quote, listing } = stock.value;
  const view = {
    requestedTicker: ticker.value,
    stock,
    valuation: valuation(stock.value, fundamentals),
    nowSeconds: now() / 1000,
  };
  if (shape.value === 'columns') {
    return respondData(c, stockColumnsResponse(view) satisfies StockColumnsResponse, stock.stale);
  }
  const analysis = analyse({
    candles,
    currentPrice: quote.price,
    horizonDays: horizon.value,
    calendar: listing.calendar,
  });
  if (!analysis.ok) return respondError(c, toServiceError(analysis.error));
  return respondData(c, stockResponse(view, analysis.value) satisfies StockResponse, stock.stale);
});

function toServiceError(error: AnalysisError): ServiceError {
  // A decoded record has a price; without one our own decoding is wrong.
  if (error.reason === 'invalid_price') throw new RangeError('a stock record has no valid price');
  return error;
}

import { analyse, err, ok } from '#compute';
import type { AnalysisError, HorizonDays, Result, Ticker } from '#compute';
import type { StockAnswer } from './cache/cached-market-data.ts';
import type { StockColumnsResponse, StockResponse } from './contract.ts';
import { EncodedAnswers, encodeAnswer } from './encoded-answers.ts';
import type { EncodedAnswer } from './encoded-answers.ts';
import type { ServiceError } from './errors.ts';
import { marketState, marketStateUntil, sessionLeft } from './market-data/market-hours.ts';
import { valuation } from './market-data/valuation.ts';
import { stockColumnsResponse, stockResponse } from './wire.ts';
import type { StockView } from './wire.ts';

/** The two views of a stock as they go out, each printed once for what it was made from. */
export interface StockAnswers {
  /** The history to analyse. */
  columns(ticker: Ticker, answer: StockAnswer): Promise<EncodedAnswer>;
  /** The specified shape. */
  analysed(
    ticker: Ticker,
    answer: StockAnswer,
    days: HorizonDays,
  ): Promise<Result<EncodedAnswer, ServiceError>>;
}

/** The printed answers of an isolate. `now` is the clock in epoch milliseconds. */
export function createStockAnswers(now: () => number): StockAnswers {
  const answers = new EncodedAnswers();

  async function printed(
    key: string,
    requestedTicker: Ticker,
    { stock, fundamentals }: StockAnswer,
    bodyOf: (view: StockView) => Result<StockColumnsResponse | StockResponse, ServiceError>,
  ): Promise<Result<EncodedAnswer, ServiceError>> {
    const nowSeconds = now() / 1000;
    const { value, stale, fetchedAtSeconds } = stock;
    const madeFrom = [value, fundamentals, stale, fetchedAtSeconds];
    const kept = answers.get(key, madeFrom, nowSeconds);
    if (kept !== null) return ok(kept);
    const body = bodyOf({
      requestedTicker,
      stock,
      valuation: valuation(value, fundamentals),
      marketState: marketState(value, fetchedAtSeconds, nowSeconds),
    });
    if (!body.ok) return body;
    const answer = await encodeAnswer(body.value);
    answers.set(
      key,
      { madeFrom, untilSeconds: marketStateUntil(value, fetchedAtSeconds, nowSeconds) },
      answer,
    );
    return ok(answer);
  }

  return {
    async columns(ticker, answer) {
      const columns = await printed(`${ticker}/columns`, ticker, answer, (view) =>
        ok(stockColumnsResponse(view)),
      );
      if (!columns.ok) throw new RangeError('columns need no analysis');
      return columns.value;
    },

    async analysed(ticker, answer, days) {
      return printed(`${ticker}/${days}`, ticker, answer, (view) => analysedBody(view, days));
    },
  };
}

function analysedBody(view: StockView, horizonDays: HorizonDays): Result<StockResponse, ServiceError> {
  const { value, fetchedAtSeconds } = view.stock;
  const { candles, quote, listing } = value;
  const analysis = analyse({
    candles,
    currentPrice: quote.price,
    sessionLeft: sessionLeft(value, fetchedAtSeconds),
    horizonDays,
    calendar: listing.calendar,
  });
  return analysis.ok ? ok(stockResponse(view, analysis.value)) : err(toServiceError(analysis.error));
}

function toServiceError(error: AnalysisError): ServiceError {
  // A decoded record has a price; without one our own decoding is wrong.
  if (error.reason === 'invalid_price') throw new RangeError('a stock record has no valid price');
  return error;
}

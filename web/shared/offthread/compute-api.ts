import {
  analyse,
  compareSeries,
  decodeCandles,
  finishedBars,
  historyFacts,
  modelVolatility,
  ok,
  replayedForecast,
  sinceYesterday,
  withDividends,
  type Analysis,
  type AnalysisError,
  type AnalysisInput,
  type Candles,
  type Dividend,
  type EncodedCandles,
  type HistoryFacts,
  type HorizonDays,
  type Result,
  type TradingCalendar,
} from '#compute';

export interface AnalyseRequest {
  readonly columns: EncodedCandles;
  /** Known ones of the time of the columns. */
  readonly dividends: readonly Dividend[];
  /** In the listing's currency. */
  readonly currentPrice: number;
  /** Share of the last bar's session that was still to come at that price, 0…1. */
  readonly sessionLeft: number;
  readonly horizonDays: HorizonDays;
  readonly calendar: TradingCalendar;
}

export interface AnalysedCandles {
  readonly candles: Candles;
  /** Those of sessions that are over, views on the same columns: what a back-test may use. */
  readonly finished: Candles;
  /** Only the facts where the history is too short for a forecast. */
  readonly analysis: Analysis | HistoryFacts;
}

export type AnalyseFailure = AnalysisError | { readonly reason: 'malformed_columns' };

/** What runs off the page's thread. Plain data in and out, expected failures as values: both survive the crossing. */
export const computeApi = {
  /** Decodes a wire history and analyses it; a short one, but not an empty one, as far as it goes. */
  analyseColumns(request: AnalyseRequest): Result<AnalysedCandles, AnalyseFailure> {
    const decoded = decodeCandles(request.columns);
    if (!decoded.ok) return decoded;
    const candles = withDividends(decoded.value, request.dividends);
    const { currentPrice, sessionLeft, horizonDays, calendar } = request;
    const finished = finishedBars(candles, sessionLeft);
    const analysis = analyse({ candles, currentPrice, sessionLeft, horizonDays, calendar });
    if (analysis.ok) return ok({ candles, finished, analysis: analysis.value });
    if (analysis.error.reason !== 'short_history' || candles.close.length === 0) return analysis;
    return ok({ candles, finished, analysis: historyFacts(candles, currentPrice) });
  },

  compareSeries,

  replayedForecast,

  sinceYesterday: (input: AnalysisInput, now: Analysis) => ok(sinceYesterday(input, now)),

  modelVolatility: (finished: Candles, calendar: TradingCalendar) => ok(modelVolatility(finished, calendar)),
};

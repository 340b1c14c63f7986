import {
  analyse,
  backTest,
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
  type Result,
  type TradingCalendar,
} from '#compute';

export interface AnalyseRequest extends Omit<AnalysisInput, 'candles'> {
  readonly columns: EncodedCandles;
  /** Known ones of the time of the columns. */
  readonly dividends: readonly Dividend[];
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
  analyseColumns({ columns, dividends, ...input }: AnalyseRequest): Result<AnalysedCandles, AnalyseFailure> {
    const decoded = decodeCandles(columns);
    if (!decoded.ok) return decoded;
    const candles = withDividends(decoded.value, dividends);
    const finished = finishedBars(candles, input.sessionLeft);
    const analysis = analyse({ candles, ...input });
    if (analysis.ok) return ok({ candles, finished, analysis: analysis.value });
    if (analysis.error.reason !== 'short_history' || candles.close.length === 0) return analysis;
    return ok({ candles, finished, analysis: historyFacts(candles, input.currentPrice) });
  },

  compareSeries,

  replayedForecast,

  sinceYesterday: (input: AnalysisInput, now: Analysis) => ok(sinceYesterday(input, now)),

  modelVolatility: (finished: Candles, calendar: TradingCalendar) => ok(modelVolatility(finished, calendar)),

  backTest: (finished: Candles, calendar: TradingCalendar) => ok(backTest(finished, calendar)),
};

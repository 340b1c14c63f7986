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
  /** Dividends within the columns' dates. */
  readonly dividends: readonly Dividend[];
}

export interface AnalysedCandles {
  readonly candles: Candles;
  /** Candles of finished sessions, views on the same columns; the only ones a back-test may use. */
  readonly finished: Candles;
  /** {@link HistoryFacts} if the history is too short for a forecast. */
  readonly analysis: Analysis | HistoryFacts;
}

export type AnalyseFailure = AnalysisError | { readonly reason: 'malformed_columns' };

/** Functions that run off the page's thread. Plain data in and out, and failures as values, because both survive cloning. */
export const computeApi = {
  /** Decodes a wire history and analyses it. A history too short for a forecast gives its facts; an empty one fails. */
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

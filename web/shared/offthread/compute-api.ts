import {
  analyse,
  backTestSteps,
  compareSeries,
  decodeCandles,
  finishedBars,
  historyFacts,
  modelVolatility,
  ok,
  withDividends,
  type Analysis,
  type AnalysisError,
  type BackTest,
  type Candles,
  type CloseSeries,
  type CompareError,
  type Comparison,
  type Dividend,
  type EncodedCandles,
  type HistoryFacts,
  type HorizonDays,
  type RangeLabel,
  type Result,
  type TradingCalendar,
} from '#compute';

/** For a back-test on the page's own thread, whose code comes with this file. */
export { backTestSteps };

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

export interface CompareRequest {
  readonly series: readonly CloseSeries[];
  readonly range: RangeLabel;
}

export interface VolatilityRequest {
  /** Of sessions that are over. */
  readonly candles: Candles;
  readonly calendar: TradingCalendar;
}

export type AnalyseFailure = AnalysisError | { readonly reason: 'malformed_columns' };

/** Runs a back-test to its end and tells the share 0…1 that is done whenever another percent is; see `backTest`. */
export function backTestWithProgress(
  candles: Candles,
  calendar: TradingCalendar,
  onProgress: (share: number) => void,
): BackTest | null {
  const steps = backTestSteps(candles, calendar);
  let percent = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const reached = Math.floor(step.value * 100);
    if (reached > percent) onProgress(step.value);
    percent = reached;
  }
}

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

  /** Several histories on one time axis, as `compareSeries`. */
  compare({ series, range }: CompareRequest): Result<Comparison, CompareError> {
    return compareSeries(series, range);
  },

  /** As `modelVolatility`; never fails. */
  modelVolatility({ candles, calendar }: VolatilityRequest): Result<Float64Array, never> {
    return ok(modelVolatility(candles, calendar));
  },
};

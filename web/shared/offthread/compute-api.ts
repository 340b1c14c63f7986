import {
  analyse,
  backTest,
  compareSeries,
  decodeCandles,
  err,
  finishedBars,
  forecastBasis,
  historyFacts,
  modelVolatility,
  ok,
  replayedForecast,
  sinceYesterday,
  type Analysis,
  type AnalysisError,
  type AnalysisInput,
  type BackTest,
  type Candles,
  type EncodedCandles,
  type ForecastError,
  type HistoryFacts,
  type HorizonDays,
  type LedgerForecast,
  type ListingBasis,
  type Result,
} from '#compute';

export interface AnalyseRequest extends Pick<AnalysisInput, 'currentPrice' | 'sessionLeft' | 'horizonDays'> {
  readonly columns: EncodedCandles;
  readonly listing: ListingBasis;
}

export interface AnalysedCandles {
  readonly candles: Candles;
  /** Candles of finished sessions, views on the same columns; the only ones a back-test may use. */
  readonly finished: Candles;
  readonly analysis: Analysis | HistoryFacts;
  /** Why the history and the listing give no forecast; `null` if they give one. */
  readonly absence: ForecastError | null;
}

export type AnalyseFailure =
  | Exclude<AnalysisError, ForecastError>
  | { readonly reason: 'malformed_columns' | 'no_prices' };

/** Functions that run off the page's thread. Plain data in and out, and failures as values, because both survive cloning. */
export const computeApi = {
  /** Decodes a wire history and analyses it. A history without a forecast gives its facts; an empty one fails. */
  analyseColumns({ columns, listing, ...input }: AnalyseRequest): Result<AnalysedCandles, AnalyseFailure> {
    const decoded = decodeCandles(columns);
    if (!decoded.ok) return decoded;
    const basis = forecastBasis(decoded.value, listing);
    const { candles } = basis;
    const finished = finishedBars(candles, input.sessionLeft);
    const analysis = analyse({ ...basis, ...input });
    if (analysis.ok) return ok({ candles, finished, analysis: analysis.value, absence: null });
    if (analysis.error.reason === 'invalid_price') return err(analysis.error);
    if (candles.close.length === 0) return err({ reason: 'no_prices' });
    return ok({
      candles,
      finished,
      analysis: historyFacts(candles, input.currentPrice),
      absence: analysis.error,
    });
  },

  compareSeries,

  replayedForecast: (finished: Candles, bar: number, horizonDays: HorizonDays, listing: ListingBasis) =>
    replayedForecast(forecastBasis(finished, listing), bar, horizonDays),

  sinceYesterday: (
    bars: Candles,
    { listing, ...input }: Omit<AnalyseRequest, 'columns'>,
    now: Analysis,
    published: readonly LedgerForecast[],
  ) => ok(sinceYesterday({ ...forecastBasis(bars, listing), ...input }, now, published)),

  modelVolatility(finished: Candles, listing: ListingBasis): Result<Float64Array, never> {
    const { candles, calendar, ...facts } = forecastBasis(finished, listing);
    return ok(modelVolatility(candles, calendar, facts));
  },

  backTest(finished: Candles, listing: ListingBasis): Result<BackTest | null, never> {
    const { candles, calendar, ...facts } = forecastBasis(finished, listing);
    return ok(backTest(candles, calendar, facts));
  },
};

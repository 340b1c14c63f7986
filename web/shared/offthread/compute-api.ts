import {
  analyse,
  backTest,
  compareSeries,
  decodeCandles,
  err,
  finishedBars,
  forecastAbsence,
  forecastBasis,
  historyFacts,
  isTimezone,
  jointRecord,
  jointScenarios,
  modelVolatility,
  ok,
  replayedForecast,
  sinceYesterday,
  type Analysis,
  type AnalysisInput,
  type Candles,
  type EncodedCandles,
  type Exposure,
  type FactorInput,
  type ForecastAbsence,
  type HistoryFacts,
  type HorizonDays,
  type LedgerForecast,
  type ListingBasis,
  type Result,
} from '#compute';
import type { RecomputeRequest } from './recompute.ts';

export interface AnalyseRequest extends Pick<AnalysisInput, 'quote' | 'horizonDays'> {
  readonly columns: EncodedCandles;
  readonly listing: ListingBasis;
  readonly traded: Parameters<typeof forecastAbsence>[0];
  readonly nowSeconds: number;
}

export interface AnalysedCandles {
  readonly candles: Candles;
  /** Candles of finished sessions, views on the same columns; the only ones a back-test may use. */
  readonly finished: Candles;
  readonly analysis: Analysis | HistoryFacts;
  /** Why {@link analysis} has no forecast; `null` if it has one. */
  readonly absence: ForecastAbsence | null;
}

export interface AnalyseFailure {
  readonly reason: 'malformed_columns' | 'no_prices';
}

export interface JointRequest {
  readonly factors: readonly (Required<Pick<FactorInput, 'candles' | 'quote'>> & {
    readonly listing: ListingBasis;
  })[];
  readonly exposures: readonly Exposure[];
  readonly horizonDays: HorizonDays;
}

function factorOf({ candles, listing, quote }: JointRequest['factors'][number]): FactorInput {
  return { ...forecastBasis(candles, listing), quote };
}

/** Functions that run off the page's thread. Plain data in and out, and failures as values, because both survive cloning. */
export const computeApi = {
  /** Decodes a wire history and analyses it. A history without a forecast gives its facts; an empty one fails. */
  analyseColumns(request: AnalyseRequest): Result<AnalysedCandles, AnalyseFailure> {
    const { columns, listing, traded, nowSeconds, ...input } = request;
    // Checked here, because a process's first formatter loads its language data, for 10 ms.
    if (!isTimezone(traded.listing.timezone)) return err({ reason: 'malformed_columns' });
    const decoded = decodeCandles(columns);
    if (!decoded.ok) return decoded;
    const basis = forecastBasis(decoded.value, listing);
    const { candles } = basis;
    if (candles.close.length === 0) return err({ reason: 'no_prices' });
    const analysis = analyse({ ...basis, ...input });
    const absence = forecastAbsence(traded, analysis.ok ? null : analysis.error, nowSeconds);
    return ok({
      candles,
      finished: finishedBars(candles, input.quote.sessionLeft),
      analysis: analysis.ok && absence === null ? analysis.value : historyFacts(candles, input.quote.price),
      absence,
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

  jointScenarios: ({ factors, exposures, horizonDays }: JointRequest) =>
    jointScenarios(factors.map(factorOf), exposures, horizonDays),

  jointRecord: ({ factors, exposures, horizonDays }: JointRequest, values: readonly number[]) =>
    ok(jointRecord(factors.map(factorOf), exposures, values, horizonDays)),

  modelVolatility: (finished: Candles, listing: ListingBasis) =>
    ok(modelVolatility(forecastBasis(finished, listing))),

  backTest: (finished: Candles, listing: ListingBasis) => ok(backTest(forecastBasis(finished, listing))),

  /** Loaded on demand, because the first analysis waits for the rest of this file. */
  recompute: async (request: RecomputeRequest) => (await import('./recompute.ts')).recompute(request),
};

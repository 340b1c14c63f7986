import {
  analyse,
  decodeCandles,
  ok,
  type Analysis,
  type AnalysisError,
  type Candles,
  type EncodedCandles,
  type HorizonDays,
  type Result,
  type TradingCalendar,
} from '#compute';

export interface AnalyseRequest {
  readonly columns: EncodedCandles;
  /** In the listing's currency. */
  readonly currentPrice: number;
  readonly horizonDays: HorizonDays;
  readonly calendar: TradingCalendar;
}

export interface AnalysedCandles {
  readonly candles: Candles;
  readonly analysis: Analysis;
}

export type AnalyseFailure = AnalysisError | { readonly reason: 'malformed_columns' };

/** What runs off the page's thread. Plain data in and out, expected failures as values: both survive the crossing. */
export const computeApi = {
  /** Decodes a wire history and analyses it. */
  analyseColumns(request: AnalyseRequest): Result<AnalysedCandles, AnalyseFailure> {
    const decoded = decodeCandles(request.columns);
    if (!decoded.ok) return decoded;
    const { currentPrice, horizonDays, calendar } = request;
    const analysis = analyse({ candles: decoded.value, currentPrice, horizonDays, calendar });
    return analysis.ok ? ok({ candles: decoded.value, analysis: analysis.value }) : analysis;
  },
};

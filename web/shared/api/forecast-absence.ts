import { forecastAbsence, type ForecastAbsence, type HistoryFacts } from '#compute';
import type { SnapshotResponse } from '#worker/contract';
import type { AnalysedCandles } from '../offthread/compute-api.ts';

type Basis = Pick<SnapshotResponse, 'as_of' | 'prices'>;

/** Why a listing has no forecast at the reader's time; `null` where it has one. */
export function absenceOf(
  { as_of: asOf, prices }: Basis,
  finishedBars: number,
  nowMs: number,
): ForecastAbsence | null {
  return forecastAbsence(
    { asOfSeconds: Date.parse(asOf) / 1000, finishedBars, isRecorded: prices === 'recorded' },
    nowMs / 1000,
  );
}

/** An analysis as it may be shown: of a listing that has no forecast, what its history says by itself. */
export function shownAnalysis(analysed: AnalysedCandles, basis: Basis, nowMs: number): AnalysedCandles {
  if (absenceOf(basis, analysed.finished.close.length, nowMs) === null) return analysed;
  const { currentPrice, dayChange, dayChangePercent, indicators, performance } = analysed.analysis;
  const facts: HistoryFacts = { currentPrice, dayChange, dayChangePercent, indicators, performance };
  return { ...analysed, analysis: facts };
}

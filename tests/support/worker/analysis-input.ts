import { decodeCandles, forecastBasis, sessionDates, type AnalysisInput, type HorizonDays } from '#compute';
import type { SnapshotResponse } from '#worker/contract';

/** What a client analyses of a snapshot, written down once more. */
export function analysisInputOf(snapshot: SnapshotResponse, horizonDays: HorizonDays): AnalysisInput {
  const candles = decodeCandles(snapshot.columns);
  if (!candles.ok) throw new Error(candles.error.reason);
  const { results } = snapshot;
  const basis = forecastBasis(candles.value, {
    instrument: snapshot.instrument,
    symbol: snapshot.ticker,
    companyName: snapshot.company_name,
    calendar: snapshot.trading_calendar,
    sessions: snapshot.sessions,
    dividends: snapshot.corporate_actions?.dividends ?? [],
    results: results
      ? { sessions: [...sessionDates(results)], isAfterClose: results.after_close === true }
      : null,
  });
  return {
    ...basis,
    quote: { price: snapshot.current_price, sessionLeft: snapshot.session_left },
    horizonDays,
  };
}

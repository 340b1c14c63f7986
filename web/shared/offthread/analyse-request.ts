import type { HorizonDays } from '#compute';
import type { StockColumnsResponse } from '#worker/contract';
import type { AnalyseRequest } from './compute-api.ts';

/** What a stock answer gives to the analysis over so many trading days. */
export function analyseRequest(response: StockColumnsResponse, horizonDays: HorizonDays): AnalyseRequest {
  const {
    columns,
    current_price: currentPrice,
    session_left: sessionLeft,
    trading_calendar: calendar,
  } = response;
  return { columns, currentPrice, sessionLeft, horizonDays, calendar };
}

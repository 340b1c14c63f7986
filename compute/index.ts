/** The public API of `compute`: pure functions over daily bars. No I/O, no clock, no randomness, no dependency. */
export {
  analyse,
  type Analysis,
  type AnalysisError,
  type AnalysisInput,
  historyFacts,
  type HistoryFacts,
  quoteFacts,
  type QuoteFacts,
} from './analysis.ts';
export {
  adjustedCloses,
  barOnDate,
  type CorporateActions,
  type Dividend,
  dividendYieldPercent,
  type Split,
  totalReturnByRange,
  withDividends,
} from './corporate-actions.ts';
export {
  type BackTest,
  backTestSteps,
  type BackTestYear,
  type CalibrationPoint,
  type HorizonBackTest,
} from './back-test/back-test.ts';
export type { Estimated } from './back-test/intervals.ts';
export type { TrackRecord } from './back-test/track-record.ts';
export { brief, type BriefClause, type BriefFormat, type OutcomeDots, outcomeDots } from './brief.ts';
export { type Candle, type Candles, candlesFromRows, finishedBars, sliceCandles } from './candles.ts';
export { decodeCandles, encodeCandles, type EncodedCandles, quantisePrice } from './columns.ts';
export { type CloseSeries, type CompareError, compareSeries, type Comparison } from './compare.ts';
export { type ForecastAbsence, forecastAbsence, type ForecastBasis } from './forecast-absence.ts';
export { forecast, type Forecast, type ForecastPoint, MIN_FORECAST_BARS } from './forecast/forecast.ts';
export { DEFAULT_HORIZON_DAYS, HORIZON_OPTIONS_DAYS, type HorizonDays, parseHorizon } from './horizon.ts';
export { modelVolatility } from './forecast/model-volatility.ts';
export {
  type IndicatorContext,
  type IndicatorDefinition,
  type IndicatorKind,
  indicatorLines,
  type IndicatorParameter,
  INDICATORS,
} from './indicators/catalogue.ts';
export { intradayBarsInYear } from './indicators/realised-volatility.ts';
export { type Indicators, indicatorSet } from './indicators/indicator-set.ts';
export { type IsoDate, isoDate, parseIsoDate, SECONDS_PER_DAY } from './iso-date.ts';
export { blockDays } from './back-test/blocks.ts';
export {
  ADOPTED_PART_ROWS,
  adoptedPartText,
  adoptedRowLine,
  type Adoption,
  adoptionBody,
  type BrokenLink,
  CHAIN_PROBLEMS,
  EVENT_COLUMNS,
  type EventKind,
  eventText,
  type LedgerChain,
  type LedgerEvent,
  missedBody,
  parseAdoption,
  rowBody,
} from './ledger/event-chain.ts';
export { type HitRate, hitRate } from './ledger/hit-rate.ts';
export {
  FORECAST_COLUMNS,
  forecastText,
  LEDGER_COLUMNS,
  LEDGER_NAMES,
  ledgerCsvLine,
  type LedgerForecast,
  type LedgerLine,
  type LedgerName,
  ledgerNumber,
  type LedgerSettlement,
  parseLedgerLine,
  SETTLEMENT_COLUMNS,
  settlementText,
} from './ledger/ledger-row.ts';
export {
  type Bounded,
  FORECAST_EVENTS,
  type ForecastEvent,
  type HorizonScores,
  MIN_BLOCKS,
  type ReliabilityBin,
  scoreLedger,
  type ScoreGroup,
  type SettledForecast,
} from './ledger/ledger-scores.ts';
export { findOutcome } from './ledger/outcome.ts';
export {
  type Fetched,
  freshUntilSeconds,
  isFresh,
  isStale,
  type LastTraded,
  marketState,
  type MarketState,
  noLongerTrades,
  type Period,
  type Session,
  sessionEndSeconds,
  sessionLeft,
  SETTLING_SECONDS,
  snapshotFreshUntilSeconds,
  type TradingHours,
} from './market-clock/market-hours.ts';
export { FITTED_FROM, FITTED_UNTIL, isInSample } from './forecast/fitted-dates.ts';
export {
  halfDayCut,
  isHalfDay,
  isTradingDay,
  nextTradingDays,
  type TradingCalendar,
} from './market-clock/trading-calendar.ts';
export { isTimezone, zonedDate, zonedInstant } from './market-clock/zoned-time.ts';
export { changePercent, RANGE_LABELS, type RangeLabel, rangeStart } from './performance.ts';
export { type Interval, resample } from './resample.ts';
export { err, ok, type Result } from './result.ts';
export {
  headlineScore,
  type SentimentLabel,
  sentimentLabel,
  sentimentScore,
  sentimentTone,
} from './sentiment/sentiment.ts';
export { type SignalHistory, signalHistory, type SignalSideHistory } from './signals/signal-history.ts';
export {
  AI_SIGNALS,
  type AiSignal,
  type ForecastSignal,
  forecastSignal,
  SIGNAL_SCORE,
  STRONG_SIGNAL_SCORE,
} from './signals/signal.ts';
export { technicalSignal } from './signals/technical-signal.ts';
export { DEFAULT_TICKER, parseTicker, type Ticker, TICKER_GRAMMAR, type TickerError } from './ticker.ts';
export { type Verdict, verdictOn } from './verdict.ts';

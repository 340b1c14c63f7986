/** The public API of `compute`: pure functions over daily bars. No I/O, no clock, no randomness, no dependency. */
export { alertKey } from './alerts/alert-key.ts';
export {
  type AlertDirection,
  alertEventKey,
  type AlertLevel,
  alertLevels,
  type AlertMetric,
  type AlertRule,
  isCrossed,
  type Look,
  PRICE_METRICS,
} from './alerts/alert-level.ts';
export { firedDetail, firedNotice, firedText, type Notice } from './alerts/alert-words.ts';
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
  type BackTest,
  backTest,
  type BackTestYear,
  type CalibrationPoint,
  type HorizonBackTest,
} from './back-test/back-test.ts';
export { blockDays } from './back-test/block-length.ts';
export type { Estimated } from './back-test/intervals.ts';
export type { TrackRecord } from './back-test/track-record.ts';
export { briefTexts, outcomeDots } from './brief.ts';
export {
  barOnDate,
  type Candle,
  type Candles,
  candlesFromRows,
  type CorporateActions,
  type Dividend,
  emptyCandles,
  finishedBars,
  sliceCandles,
  type Split,
  withDividends,
} from './candles.ts';
export { type ClosingForecast, closingForecast } from './closing-forecast.ts';
export { decodeCandles, encodeCandles, type EncodedCandles, quantisePrice } from './columns.ts';
export { type CloseSeries, type CompareError, compareSeries, type Comparison } from './compare.ts';
export { nextDate } from './dates/expected-date.ts';
export { type ForecastAbsence, forecastAbsence } from './forecast-absence.ts';
export { changeTone } from './forecast/change-tone.ts';
export { FITTED_FROM, FITTED_UNTIL, isInSample } from './forecast/fitted-dates.ts';
export { forecast, type Forecast, type ForecastPoint } from './forecast/forecast.ts';
export { modelVolatility } from './forecast/projection.ts';
export { MIN_FORECAST_BARS } from './forecast/volatility.ts';
export { type Clock, CONVENTIONS, type Region } from './format/conventions.ts';
export { chosenDecimals, decimalsOf } from './format/decimals.ts';
export { type Format, formatDays, formatFor } from './format/format.ts';
export { changeDecimals, mainCurrency } from './format/number-format.ts';
export {
  type IndicatorKind,
  indicatorLines,
  type IndicatorParameter,
  INDICATORS,
} from './indicators/catalogue.ts';
export { type Indicators, indicatorSet } from './indicators/indicator-set.ts';
export { barsInYear, intradayBarsInYear } from './indicators/risk-measures.ts';
export { type IsoDate, isoDate, isoInstant, parseIsoDate, SECONDS_PER_DAY } from './iso-date.ts';
export {
  EVENT_COLUMNS,
  type EventKind,
  eventText,
  forecastOf,
  type LedgerEvent,
  missedBody,
  rowBody,
} from './ledger/event-chain.ts';
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
  FORECAST_EVENTS,
  type ForecastEvent,
  groupKeys,
  type GroupSums,
  type SettledForecast,
} from './ledger/group-sums.ts';
export {
  addToScores,
  type Bounded,
  type HorizonScores,
  type ReliabilityBin,
  scoreLedger,
  type ScoreGroup,
} from './ledger/ledger-scores.ts';
export { findOutcome, type HitRate, hitRate, type ShownForecast } from './ledger/outcome.ts';
export {
  type BrokenLink,
  CHAIN_PROBLEMS,
  type ChainedRow,
  type LedgerPart,
  NO_EVENT,
  verifyLedger,
  verifyPart,
} from './ledger/verify.ts';
export {
  freshUntilSeconds,
  isFresh,
  isStale,
  type LastTraded,
  marketState,
  type MarketState,
  nextChangeSeconds,
  noLongerTrades,
  type Period,
  type Session,
  extendedEndSeconds,
  sessionEndSeconds,
  sessionLeft,
  SETTLING_SECONDS,
  type TradingHours,
} from './market-clock/market-hours.ts';
export {
  halfDayCut,
  isHalfDay,
  isTradingDay,
  nextTradingDays,
  type TradingCalendar,
} from './market-clock/trading-calendar.ts';
export { isTimezone, zonedDate, zonedInstant } from './market-clock/zoned-time.ts';
export { moveRarity, moveRarityText } from './move-rarity.ts';
export {
  changePercent,
  dividendYieldPercent,
  RANGE_LABELS,
  type RangeLabel,
  rangeStart,
  totalReturnByRange,
} from './performance.ts';
export {
  AXIS_PAD_PX,
  type DateTick,
  dateTicks,
  PRICE_LABEL_SPACE_PX,
  priceRange,
  type TickRange,
} from './picture/axes.ts';
export { FAN_OPACITY, histogramBars, TINT } from './picture/fan.ts';
export {
  documentSafeJson,
  firstScreen,
  type FirstScreenInput,
  type FirstScreenListing,
  initialData,
} from './picture/first-screen.ts';
export { forecastPicture } from './picture/forecast-picture.ts';
export { forecastAxisPx } from './picture/plot.ts';
export {
  datesWith,
  FAN_BOUNDS,
  fanColumns,
  linearPlace,
  type Place,
  predictionSeries,
} from './picture/prediction-series.ts';
export {
  lastTradeDate,
  provenanceParts,
  provenanceStamp,
  SOURCE_NAME,
  stampedSource,
} from './picture/provenance.ts';
export { forecastNote, forecastSummary } from './picture/words.ts';
export { replayTexts } from './replay-words.ts';
export { type ReplayedForecast, replayedForecast } from './replayed-forecast.ts';
export { type Interval, resample, resampleParts } from './resample.ts';
export { err, ok, type Result } from './result.ts';
export {
  headlineScore,
  type SentimentLabel,
  sentimentLabel,
  sentimentScore,
  sentimentTone,
} from './sentiment/sentiment.ts';
export {
  AI_SIGNALS,
  type AiSignal,
  type ForecastSignal,
  forecastSignal,
  SIGNAL_SCORE,
  STRONG_SIGNAL_SCORE,
} from './signals/signal.ts';
export {
  type SignalHistory,
  signalHistory,
  type SignalSideHistory,
  technicalSignal,
} from './signals/technical-signal.ts';
export { type SinceYesterday, sinceYesterday } from './since-yesterday.ts';
export { sinceYesterdayTexts } from './since-yesterday-words.ts';
export { type DatedCloses, splitFactor, yearCloses } from './splits.ts';
export {
  DEFAULT_HORIZON_DAYS,
  DEFAULT_TICKER,
  HORIZON_OPTIONS_DAYS,
  type HorizonDays,
  parseHorizon,
  parseTicker,
  type Ticker,
  TICKER_GRAMMAR,
} from './ticker-and-horizon.ts';
export { ledgerVerdict, SKILL_WORDS, trackRecordVerdict, type Verdict, verdictOn } from './verdict.ts';

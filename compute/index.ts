/** The package's only public door. No I/O, no clock, no randomness, no dependency. */
export * from './analysis.ts';
export * from './candles.ts';
export * from './columns.ts';
export { compareSeries, type CloseSeries, type CompareError, type Comparison } from './compare.ts';
export {
  backTest,
  backTestSteps,
  type BackTest,
  type BackTestYear,
  type CalibrationPoint,
  type HorizonBackTest,
  type Measured,
} from './forecast/back-test.ts';
export * from './forecast/calendar.ts';
export {
  forecast,
  MIN_FORECAST_BARS,
  type Forecast,
  type ForecastError,
  type ForecastInput,
  type ForecastPoint,
  type ForecastQuote,
} from './forecast/forecast.ts';
export { wilsonInterval, type Estimated } from './forecast/intervals.ts';
export { trackRecord, type TrackRecord } from './forecast/track-record.ts';
export { historyFacts, type HistoryFacts } from './history-facts.ts';
export * from './horizon.ts';
export { atr } from './indicators/atr.ts';
export { bollinger, type BollingerBands } from './indicators/bollinger.ts';
export { drawdown } from './indicators/drawdown.ts';
export * from './indicators/ema.ts';
export { fillIndicators, indicatorSet, type Indicators } from './indicators/indicator-set.ts';
export * from './indicators/macd.ts';
export { realisedVolatility } from './indicators/realised-volatility.ts';
export { returns } from './indicators/returns.ts';
export { rsi } from './indicators/rsi.ts';
export * from './indicators/sma.ts';
export * from './iso-date.ts';
export * from './performance.ts';
export { quoteFacts, type QuoteFacts } from './quote-facts.ts';
export { rebaseTo100 } from './rebase.ts';
export { blockDays, MIN_BLOCKS, type Bounded } from './record/block-estimates.ts';
export * from './record/hit-rate.ts';
export * from './record/ledger-row.ts';
export * from './record/record-scores.ts';
export * from './result.ts';
export * from './sentiment.ts';
export * from './signal-record.ts';
export * from './signal.ts';
export * from './technical-signal.ts';
export * from './ticker.ts';
export * from './verdict.ts';

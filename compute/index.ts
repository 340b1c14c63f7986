/** The public API of `compute`: pure functions over daily bars. No I/O, no clock, no randomness, no dependency. */
export * from './analysis.ts';
export * from './as-of/earlier-forecast.ts';
export * from './back-test/back-test.ts';
export { blockDays } from './back-test/block-length.ts';
export type { Estimate } from './back-test/intervals.ts';
export { sum } from './common/sum.ts';
export type { TrackRecord } from './back-test/track-record.ts';
export * from './chart/axes.ts';
export * from './chart/fan.ts';
export * from './chart/prediction-series.ts';
export * from './columns.ts';
export { getOrCompute } from './common/memoised.ts';
export * from './common/result.ts';
export * from './common/ticker-and-horizon.ts';
export * from './dates/expected-date.ts';
export * from './dates/iso-date.ts';
export { isTimezone, zonedDate, zonedInstant, zonedSecondOfDay } from './dates/zoned-time.ts';
export * from './forecast/expected-change.ts';
export * from './forecast/fitted-dates.ts';
export * from './forecast/forecast-absence.ts';
export * from './forecast/forecast.ts';
export * from './forecast/listing-kind.ts';
export { isTradingDay } from './forecast/model-calendar.ts';
export { modelVolatility } from './forecast/projection.ts';
export * from './forecast/reacting-sessions.ts';
export { MIN_FORECAST_BARS } from './forecast/volatility.ts';
export * from './format/conventions.ts';
export * from './format/format.ts';
export { deltaTone } from './format/number-format.ts';
export * from './format/number-input.ts';
export * from './format/price-decimals.ts';
export * from './indicators/catalogue.ts';
export * from './indicators/indicator-set.ts';
export { barsInYear, intradayBarsInYear } from './indicators/risk-measures.ts';
export * from './ledger/event-chain.ts';
export * from './ledger/group-sums.ts';
export * from './ledger/ledger-row.ts';
export * from './ledger/ledger-scores.ts';
export * from './ledger/outcome.ts';
export { MIN_COUNTED, scoreOwnRanges } from './ledger/own-range-score.ts';
export * from './ledger/timestamp.ts';
export { jointForecast, type JointForecast } from './portfolio/joint-forecast.ts';
export { jointRecord } from './portfolio/joint-record.ts';
export {
  jointScenarios,
  type Exposure,
  type FactorInput,
  type JointError,
  type JointScenarios,
} from './portfolio/scenarios.ts';
export * from './prices/candles.ts';
export * from './prices/compare.ts';
export * from './prices/performance.ts';
export * from './prices/resample.ts';
export * from './prices/splits.ts';
export { companyPattern, patternOf, shortName } from './sentiment/company-name.ts';
export * from './sentiment/sentiment.ts';
export * from './sessions/market-hours.ts';
export * from './signals/signal.ts';
export * from './signals/technical-signal.ts';
export { isIsin, readName } from './symbols/read-name.ts';
export * from './words/assistant-texts.ts';
export * from './words/forecast-texts.ts';
export * from './words/ledger-texts.ts';
export * from './words/link-preview.ts';
export * from './words/move-rarity-text.ts';
export * from './words/own-range-texts.ts';
export * from './words/provenance.ts';
export * from './words/replay-texts.ts';
export * from './words/since-yesterday-texts.ts';
export * from './words/triggered-alert.ts';
export * from './words/verdict-texts.ts';
export * from './words/verdict.ts';

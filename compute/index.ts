/** The public API of `compute`: pure functions over daily bars. No I/O, no clock, no randomness, no dependency. */
export * from './alerts/alert-key.ts';
export * from './alerts/alert-level.ts';
export * from './alerts/alert-words.ts';
export * from './alerts/decide.ts';
export * from './analysis.ts';
export * from './back-test/back-test.ts';
export { blockDays } from './back-test/block-length.ts';
export type { Estimate } from './back-test/intervals.ts';
export type { TrackRecord } from './back-test/track-record.ts';
export * from './brief.ts';
export * from './candles.ts';
export * from './closing-forecast.ts';
export * from './columns.ts';
export * from './compare.ts';
export * from './dates/expected-date.ts';
export * from './expected-words.ts';
export * from './forecast-absence.ts';
export * from './forecast/change-tone.ts';
export * from './forecast/fitted-dates.ts';
export { isTradingDay, type TradingCalendar } from './forecast/model-calendar.ts';
export {
  forecast,
  type ExpectedResults,
  type Forecast,
  type ForecastError,
  type ForecastPoint,
} from './forecast/forecast.ts';
export * from './forecast/forecast-basis.ts';
export * from './forecast/listing-kind.ts';
export * from './forecast/reacting-sessions.ts';
export { modelVolatility } from './forecast/projection.ts';
export { MIN_FORECAST_BARS } from './forecast/volatility.ts';
export * from './format/conventions.ts';
export * from './format/format.ts';
export * from './format/number-input.ts';
export * from './format/price-decimals.ts';
export * from './indicators/catalogue.ts';
export * from './indicators/indicator-set.ts';
export { barsInYear, intradayBarsInYear } from './indicators/risk-measures.ts';
export * from './iso-date.ts';
export * from './ledger/event-chain.ts';
export * from './ledger/group-sums.ts';
export * from './ledger/ledger-row.ts';
export * from './ledger/ledger-scores.ts';
export * from './ledger/outcome.ts';
export * from './ledger/verify.ts';
export * from './move-rarity.ts';
export * from './performance.ts';
export * from './picture/axes.ts';
export * from './picture/fan.ts';
export * from './picture/first-screen.ts';
export { forecastPicture } from './picture/forecast-picture.ts';
export { forecastAxisPx, forecastTags } from './picture/plot.ts';
export { getOrCompute } from './memoised.ts';
export * from './picture/prediction-series.ts';
export * from './picture/provenance.ts';
export * from './replayed-forecast.ts';
export * from './resample.ts';
export * from './result.ts';
export { companyPattern, patternOf, shortName } from './sentiment/company-name.ts';
export * from './sentiment/sentiment-label.ts';
export * from './sentiment/sentiment.ts';
export * from './sessions/coming-sessions.ts';
export * from './sessions/market-hours.ts';
export { isTimezone, zonedDate, zonedInstant, zonedSecondOfDay } from './sessions/zoned-time.ts';
export * from './signals/signal.ts';
export * from './signals/technical-signal.ts';
export * from './since-yesterday.ts';
export * from './since-yesterday-words.ts';
export * from './splits.ts';
export { isIsin, readName } from './symbols/read-name.ts';
export * from './ticker-and-horizon.ts';
export * from './verdict.ts';

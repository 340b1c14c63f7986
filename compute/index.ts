/** The package's only public door. No I/O, no clock, no randomness, no dependency. */
export * from './analysis.ts';
export * from './candles.ts';
export * from './columns.ts';
export * from './forecast/calendar.ts';
export * from './forecast/forecast.ts';
export * from './forecast/track-record.ts';
export * from './horizon.ts';
export * from './indicators/ema.ts';
export * from './indicators/macd.ts';
export * from './indicators/rsi.ts';
export * from './indicators/sma.ts';
export * from './iso-date.ts';
export * from './performance.ts';
export * from './result.ts';
export * from './sentiment.ts';
export * from './signal.ts';
export * from './ticker.ts';

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { candlesFromRows, parseIsoDate, type Candles } from '#compute';
import * as fc from 'fast-check';

const SECONDS_PER_DAY = 86_400;

/** Epoch seconds of a date. */
export function seconds(date: string): number {
  const epochSeconds = parseIsoDate(date);
  if (epochSeconds === null) throw new Error(`not a date: ${date}`);
  return epochSeconds;
}

/** Daily bars with these closes, one per calendar day from 2024-01-01; open, high and low equal the close. */
export function candlesOf(closes: Iterable<number>, first = '2024-01-01'): Candles {
  const start = seconds(first);
  return candlesFromRows(
    Array.from(closes, (close, i) => ({
      time: start + i * SECONDS_PER_DAY,
      open: close,
      high: close,
      low: close,
      close,
      volume: 0,
    })),
  );
}

/** Bars with all columns except time multiplied. */
export function scaleCandles(candles: Candles, factor: number): Candles {
  const scaled = (column: Float64Array): Float64Array => column.map((value) => value * factor);
  return {
    time: candles.time,
    open: scaled(candles.open),
    high: scaled(candles.high),
    low: scaled(candles.low),
    close: scaled(candles.close),
    volume: candles.volume,
  };
}

/** Positive closes of a random walk with daily moves up to ±10 %, each at least `minMove` as a log return. */
export function walks(
  minLength: number,
  maxLength = minLength + 200,
  minMove = 0,
): fc.Arbitrary<Float64Array> {
  const moves = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength, maxLength });
  return fc.tuple(fc.double({ min: 0.5, max: 500, noNaN: true }), moves).map(([start, logReturns]) => {
    let close = start;
    return Float64Array.from(
      logReturns,
      (logReturn) => (close *= Math.exp(logReturn + Math.sign(logReturn || 1) * minMove)),
    );
  });
}

/** Apple's real daily bars, 2013-05-13 to 2018-05-11, 1260 of them (npm `@observablehq/sample-datasets`). */
export function appleCandles(): Candles {
  const path = createRequire(import.meta.url).resolve('@observablehq/sample-datasets/aapl.csv');
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  return candlesFromRows(
    rows.map((row) => {
      const [date, open, high, low, close, , volume] = row.split(',');
      return {
        time: seconds(date!),
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
        volume: Number(volume),
      };
    }),
  );
}

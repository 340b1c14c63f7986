import { readFileSync } from 'node:fs';

/**
 * Figures of a recording, computed from the file alone: an independent check that shares no code with the app. Closes are
 * unrounded.
 */
export interface RecordedFigures {
  readonly lastDate: string;
  readonly lastClose: number;
  readonly dayChange: number;
  readonly dayChangePercent: number;
  /** Mean of the last 20 closes. */
  readonly sma20: number;
  /** Wilder's relative strength index over 14 days, smoothed from the first bar on. */
  readonly rsi14: number;
  /** Change in percent from the first close within that many calendar days before the last bar. */
  readonly changePercentOver: (calendarDays: number) => number;
}

const DAY_MS = 86_400_000;
const RSI_PERIOD = 14;

/** Reads `date` and `close` of a CSV file and computes the figures. */
export function readRecordedFigures(file: string): RecordedFigures {
  const [header = '', ...rows] = readFileSync(file, 'utf8').trim().split('\n');
  const names = header.toLowerCase().split(',');
  const dates = rows.map((row) => row.split(',')[names.indexOf('date')] ?? '');
  const closes = rows.map((row) => Number(row.split(',')[names.indexOf('close')]));
  const [before = Number.NaN, last = Number.NaN] = closes.slice(-2);
  const lastDate = dates.at(-1) ?? '';

  return {
    lastDate,
    lastClose: last,
    dayChange: last - before,
    dayChangePercent: (last / before - 1) * 100,
    sma20: closes.slice(-20).reduce((sum, close) => sum + close, 0) / 20,
    rsi14: wilderRsi(closes),
    changePercentOver(calendarDays) {
      const from = new Date(Date.parse(lastDate) - calendarDays * DAY_MS).toISOString().slice(0, 10);
      const first = closes[dates.findIndex((date) => date >= from)] ?? Number.NaN;
      return (last / first - 1) * 100;
    },
  };
}

function wilderRsi(closes: readonly number[]): number {
  const moves = closes.slice(1).map((close, index) => close - (closes[index] ?? close));
  const gain = wilderMean(moves.map((move) => Math.max(move, 0)));
  const loss = wilderMean(moves.map((move) => Math.max(-move, 0)));
  return 100 - 100 / (1 + gain / loss);
}

/** Starts with the mean of the first days; then each day has a weight of 1/14. */
function wilderMean(sizes: readonly number[]): number {
  const seed = sizes.slice(0, RSI_PERIOD).reduce((sum, size) => sum + size, 0) / RSI_PERIOD;
  return sizes.slice(RSI_PERIOD).reduce((mean, size) => (mean * (RSI_PERIOD - 1) + size) / RSI_PERIOD, seed);
}

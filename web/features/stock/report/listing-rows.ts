/** The tables and small drawings of a listing as rows of a file. Loaded when a file is asked for. */
import {
  isoDate,
  RANGE_LABELS,
  sentimentLabel,
  type Analysis,
  type Estimated,
  type ForecastPoint,
  type ForecastSignal,
  type TrackRecord,
} from '#compute';
import type { SentimentResponse } from '#worker/contract';
import type { ExportRows } from '../../../shared/export/export-files.ts';
import type { ListingData } from '../listing-data.ts';

/** One day of the forecast against the current price. */
export interface ForecastDay extends ForecastPoint {
  readonly signal: ForecastSignal;
  readonly change: number;
  /** Percent: 2 means 2 %. */
  readonly changePercent: number;
}

export function forecastExportRows(rows: readonly ForecastDay[]): ExportRows {
  return [
    ['date', 'signal', 'predicted', 'change', 'change %', 'P(>= +2%)', 'P(<= -2%)', 'P(up)'],
    ...rows.map((row) => [
      row.date,
      row.signal,
      row.price,
      row.change,
      row.changePercent,
      row.probabilityBuy,
      row.probabilitySell,
      row.probabilityUp,
    ]),
  ];
}

export function trackRecordRows(record: TrackRecord): ExportRows {
  const { n, nEffective, from, to, inSample } = record;
  const row = (name: string, { value, low, high }: Estimated, against: number) => [
    name,
    value,
    low,
    high,
    against,
    n,
    nEffective,
    from,
    to,
    inSample ? 'yes' : 'no',
  ];
  return [
    ['measure', 'value', 'low', 'high', 'held against', 'n', 'not overlapping', 'from', 'to', 'in-sample'],
    row('80% range held', record.coverage80, 0.8),
    row('95% range held', record.coverage95, 0.95),
    row('direction right', record.hitRate, record.baseRate),
    row('median: share of error saved', record.skill, 0),
    row('range: share of error saved', record.bandSkill, 0),
  ];
}

/** The change over every range; empty where the history is shorter. */
export function rangeRows(performance: Analysis['performance']): ExportRows {
  return [['range', 'change %'], ...RANGE_LABELS.map((label) => [label, performance[label]])];
}

export function indicatorRows({ candles, analysis }: ListingData, sessions: number): ExportRows {
  const { rsi14, ema20, macd, macdSignal, macdHistogram } = analysis.indicators;
  const columns = [rsi14, ema20, macd, macdSignal, macdHistogram];
  const from = Math.max(candles.time.length - sessions, 0);
  return [
    ['date', 'rsi14', 'ema20', 'macd', 'macd signal', 'macd histogram'],
    ...Array.from(candles.time.subarray(from), (time, i) => [
      isoDate(time),
      ...columns.map((column) => column[from + i] ?? null),
    ]),
  ];
}

/** The gauge's score and those of the headlines behind it; their words are not ours to hand on. */
export function sentimentRows({ score, label, headlines }: SentimentResponse): ExportRows {
  return [
    ['published', 'source', 'score', 'label'],
    ['', 'all headlines', score, label],
    ...headlines.map((headline) => [
      new Date(headline.datetime * 1000).toISOString(),
      headline.source,
      headline.score,
      sentimentLabel(headline.score),
    ]),
  ];
}

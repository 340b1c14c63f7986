/** Snapshot and analysis → contract: snake_case, typed array → array, `NaN` → `null`. */
import {
  analyse,
  DEFAULT_HORIZON_DAYS,
  finishedBars,
  forecastAbsence,
  forecastBasis,
  getOrCompute,
  err,
  historyFacts,
  isInSample,
  isoDate,
  MIN_FORECAST_BARS,
  moveRarity,
  RANGE_LABELS,
  rangeStart,
  sessionLeft,
  technicalSignal,
  trackRecordVerdict,
  usualMovePercent,
  yearCloses,
} from '#compute';
import type { Analysis, AnalysisInput, Candles, ForecastAbsence, HorizonDays, Result } from '#compute';
import type { Served } from '../cache/stores.ts';
import type { DatedPrices, QuoteReady, StockResponse } from '../contract/contract.ts';
import { ageAt, basisOf, encodeHead, encodeTraded, priceOf } from '../contract/snapshot-codec.ts';
import type { Snapshot } from '../contract/snapshot-codec.ts';

/** Bars of `technical_chart` and points of `indicator_trends`: a year of sessions. */
const CHART_BARS = 250;

/** Closes in a list's row: six weeks of sessions. */
const ROW_CLOSES = 30;

type StockEntry = Served<Snapshot>['entry'];

/** A snapshot's analysis at an instant, or why it has no forecast. */
export function analysisOf(
  entry: StockEntry,
  horizonDays: HorizonDays,
  nowSeconds: number,
): Result<Analysis, ForecastAbsence> {
  const absence = forecastAbsence(entry.value.stock, null, nowSeconds);
  return absence ? err(absence) : analyse(analysisInput(entry, horizonDays));
}

export function analysedResponse(
  served: Served<Snapshot>,
  horizonDays: HorizonDays,
  nowSeconds: number,
  outcome = analysisOf(served.entry, horizonDays, nowSeconds),
): StockResponse {
  const { stock } = served.entry.value;
  const { candles, sessions } = stock;
  const analysis = outcome.ok ? outcome.value : null;
  const facts = analysis ?? historyFacts(candles, priceOf(stock));
  const { indicators } = facts;
  const dates = Array.from(candles.time, isoDate);
  const whole: DatedPrices = { dates, prices: Array.from(candles.close) };
  const chartDates = dates.slice(-CHART_BARS);
  const trend = (values: Float64Array) => ({
    dates: chartDates,
    values: Array.from(values.subarray(-CHART_BARS), finiteOrNull),
  });
  return {
    ...stockHead(served, nowSeconds),
    holidays_until: sessions.holidays_until,
    ...(!outcome.ok && { forecast_absent_reason: outcome.error.reason }),
    predicted_price: analysis?.predictedPrice ?? null,
    day_change: finiteOrNull(facts.dayChange),
    day_change_percent: finiteOrNull(facts.dayChangePercent),
    profit_loss: analysis?.profitLoss ?? null,
    profit_loss_percent: analysis?.profitLossPercent ?? null,
    is_profit: analysis?.isProfit ?? null,
    ai_signal: analysis?.signal.level ?? null,
    historical_data: whole,
    future_predictions: (analysis?.forecast.points ?? []).map(futurePrediction),
    technical_chart: {
      candles: candleRows(candles, chartDates),
      moving_averages: {
        sma20: Array.from(indicators.sma20.subarray(-CHART_BARS), (value, row) => ({
          date: chartDates[row] ?? '',
          value: finiteOrNull(value),
        })),
      },
    },
    performance_chart: whole,
    performance: facts.performance,
    performance_series: performanceSeries(candles, whole),
    indicators: {
      rsi: lastOf(indicators.rsi14),
      ema: lastOf(indicators.ema20),
      macd: lastOf(indicators.macd),
      macd_signal: lastOf(indicators.macdSignal),
      macd_histogram: lastOf(indicators.macdHistogram),
    },
    indicator_trends: {
      rsi: trend(indicators.rsi14),
      ema: trend(indicators.ema20),
      macd: { ...trend(indicators.macd), histogram: trend(indicators.macdHistogram).values },
    },
    forecast: analysis && forecastInfo(analysis),
    track_record: analysis && trackRecordInfo(analysis),
  };
}

/** One row of a list. */
export function quoteReady(served: Served<Snapshot>, nowSeconds: number): QuoteReady {
  const { value: snapshot, fetchedAtSeconds } = served.entry;
  const { stock } = snapshot;
  return {
    status: 'ready',
    ...encodeTraded(snapshot.requestedTicker, stock, fetchedAtSeconds),
    ...ageOf(served, nowSeconds),
    usual_move_percent: usualMovePercent(stock.candles.close),
    current_price: priceOf(stock),
    closes: Array.from(stock.candles.close.subarray(-ROW_CLOSES)),
    ...getOrCompute(rowFacts, snapshot, () => analysedRow(served.entry)),
    ...(forecastAbsence(stock, null, nowSeconds) && WITHOUT_FORECAST),
  };
}

/** The fields of a row that only a forecast gives. */
const WITHOUT_FORECAST = {
  ai_signal: null,
  signal_before: null,
  probability_buy: null,
  probability_sell: null,
};

/** Computed once per snapshot, since few of fifty listings have a new one. */
const rowFacts = new WeakMap<Snapshot, ReturnType<typeof analysedRow>>();

function analysedRow(entry: StockEntry) {
  const input = analysisInput(entry, DEFAULT_HORIZON_DAYS);
  const { candles, quote } = input;
  const outcome = analyse(input);
  const facts = outcome.ok ? outcome.value : historyFacts(candles, quote.price);
  const row = {
    day_change: finiteOrNull(facts.dayChange),
    day_change_percent: finiteOrNull(facts.dayChangePercent),
    move_rarity: moveRarity(candles, quote.price),
    year_closes: yearCloses(finishedBars(candles, quote.sessionLeft)),
  };
  if (!outcome.ok) return { ...row, ...WITHOUT_FORECAST };
  const { signal, indicators, forecast } = outcome.value;
  const end = forecast.points.at(-1);
  const previous = candles.close.length - 2;
  return {
    ...row,
    ai_signal: signal.level,
    signal_before:
      previous + 1 < MIN_FORECAST_BARS ? null : technicalSignal(candles, indicators, previous).level,
    probability_buy: end?.probabilityBuy ?? null,
    probability_sell: end?.probabilitySell ?? null,
  };
}

/** The fields at the start of every view of a listing except the snapshot itself. */
export function stockHead(served: Served<Snapshot>, nowSeconds: number) {
  const { value: snapshot, fetchedAtSeconds } = served.entry;
  return { ...encodeHead(snapshot, fetchedAtSeconds), ...ageOf(served, nowSeconds) };
}

function ageOf({ entry, failure }: Served<Snapshot>, nowSeconds: number) {
  const { value, fetchedAtSeconds } = entry;
  return ageAt(value.stock, { fetchedAtSeconds, hasSourceFailed: failure !== null }, nowSeconds);
}

function analysisInput({ value, fetchedAtSeconds }: StockEntry, horizonDays: HorizonDays): AnalysisInput {
  const { stock, results } = value;
  return {
    ...forecastBasis(stock.candles, basisOf(stock, results)),
    quote: { price: priceOf(stock), sessionLeft: sessionLeft(stock, fetchedAtSeconds) },
    horizonDays,
  };
}

function futurePrediction(point: Analysis['forecast']['points'][number]) {
  const { date, price, low50, high50, low80, high80, low95, high95 } = point;
  const { probabilityBuy: probability_buy, probabilitySell: probability_sell } = point;
  return { date, price, low50, high50, low80, high80, low95, high95, probability_buy, probability_sell };
}

function candleRows({ open, high, low, close, volume }: Candles, dates: readonly string[]) {
  const first = close.length - dates.length;
  return dates.map((date, row) => ({
    date,
    open: open[first + row] ?? 0,
    high: high[first + row] ?? 0,
    low: low[first + row] ?? 0,
    close: close[first + row] ?? 0,
    volume: volume[first + row] ?? 0,
  }));
}

function performanceSeries(candles: Candles, whole: DatedPrices): StockResponse['performance_series'] {
  const series = RANGE_LABELS.map((label) => {
    const start = rangeStart(candles.time, label) ?? whole.dates.length;
    return [label, { dates: whole.dates.slice(start), prices: whole.prices.slice(start) }] as const;
  });
  return Object.fromEntries<DatedPrices>(series) as StockResponse['performance_series'];
}

function forecastInfo({ forecast, signal }: Analysis) {
  const end = forecast.points.at(-1);
  if (end === undefined) throw new RangeError('a forecast has at least one point');
  return {
    model: forecast.model,
    version: forecast.version,
    horizon_days: forecast.horizonDays,
    base_date: forecast.baseDate,
    base_price: forecast.basePrice,
    in_sample: isInSample(forecast.baseDate, forecast.baseDate),
    results: forecast.results,
    probability_up: end.probabilityUp,
    probability_buy: end.probabilityBuy,
    probability_sell: end.probabilitySell,
    confidence: forecast.confidence,
    confidence_within_percent: forecast.confidenceWithinPercent,
    reasons: signal.reasons,
  };
}

function trackRecordInfo({ trackRecord }: Analysis) {
  if (trackRecord === null) return null;
  return {
    horizon_days: trackRecord.horizonDays,
    from: trackRecord.from,
    to: trackRecord.to,
    in_sample: trackRecord.inSample,
    n: trackRecord.n,
    n_effective: trackRecord.nEffective,
    coverage80: trackRecord.coverage80,
    coverage95: trackRecord.coverage95,
    skill: trackRecord.skill,
    hit_rate: trackRecord.hitRate,
    base_rate: trackRecord.baseRate,
    verdict: trackRecordVerdict(trackRecord),
  };
}

function lastOf(values: Float64Array): number | null {
  return finiteOrNull(values.at(-1) ?? NaN);
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

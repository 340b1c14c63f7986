/** Snapshot and analysis → contract: snake_case, typed array → array, `NaN` → `null`. */
import {
  analyse,
  DEFAULT_HORIZON_DAYS,
  expectedDate,
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
import type {
  Analysis,
  AnalysisInput,
  Candles,
  ForecastAbsence,
  HorizonDays,
  RangeLabel,
  Result,
} from '#compute';
import type { Served } from '../cache/stores.ts';
import type { DatedPrices, QuoteReady, StockResponse } from '../contract/contract.ts';
import {
  ageAt,
  basisOf,
  encodeHead,
  encodeListing,
  encodeProvenance,
  priceOf,
} from '../contract/snapshot-codec.ts';
import type { Snapshot } from '../contract/snapshot-codec.ts';

/** Bars of `technical_chart` and points of `indicator_trends`: a year of sessions. */
const CHART_BARS = 250;

/** Closes in a list's row: six weeks of sessions. */
const ROW_CLOSES = 30;

/** A snapshot about to be sent, as it reads by the clock. */
export interface StockView {
  readonly snapshot: Snapshot;
  readonly fetchedAtSeconds: number;
  readonly age: ReturnType<typeof ageAt>;
  /** Why the listing has no forecast, whatever its analysis. */
  readonly absence: ForecastAbsence | null;
}

export function stockView({ entry, failure }: Served<Snapshot>, nowSeconds: number): StockView {
  const { value: snapshot, fetchedAtSeconds } = entry;
  const { stock } = snapshot;
  return {
    snapshot,
    fetchedAtSeconds,
    age: ageAt(stock, { fetchedAtSeconds, hasSourceFailed: failure !== null }, nowSeconds),
    absence: forecastAbsence(stock, null, nowSeconds),
  };
}

function outcomeOf(view: StockView, horizonDays: HorizonDays): Result<Analysis, ForecastAbsence> {
  if (view.absence !== null) return err(view.absence);
  return analyse(analysisInput(view, horizonDays));
}

export function analysisOf(view: StockView, horizonDays: HorizonDays): Analysis | null {
  const outcome = outcomeOf(view, horizonDays);
  return outcome.ok ? outcome.value : null;
}

export function analysedResponse(view: StockView, horizonDays: HorizonDays): StockResponse {
  const { stock } = view.snapshot;
  const { candles, sessions } = stock;
  const outcome = outcomeOf(view, horizonDays);
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
    ...stockHead(view),
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
export function quoteReady(view: StockView): QuoteReady {
  const { stock } = view.snapshot;
  return {
    status: 'ready',
    ...encodeListing(view.snapshot.requestedTicker, stock.listing),
    ...encodeProvenance(stock, view.fetchedAtSeconds),
    ...view.age,
    usual_move_percent: usualMovePercent(stock.candles.close),
    current_price: priceOf(stock),
    closes: Array.from(stock.candles.close.subarray(-ROW_CLOSES)),
    ...getOrCompute(rowFacts, view.snapshot, () => analysedRow(view)),
    ...(view.absence !== null && WITHOUT_FORECAST),
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

function analysedRow(view: StockView) {
  const input = analysisInput(view, DEFAULT_HORIZON_DAYS);
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
export function stockHead({ snapshot, fetchedAtSeconds, age }: StockView) {
  return { ...encodeHead(snapshot, fetchedAtSeconds), ...age };
}

function analysisInput({ snapshot, fetchedAtSeconds }: StockView, horizonDays: HorizonDays): AnalysisInput {
  const { stock, results } = snapshot;
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

function performanceSeries(candles: Candles, whole: DatedPrices): Record<RangeLabel, DatedPrices> {
  const series = RANGE_LABELS.map((label): [RangeLabel, DatedPrices] => {
    const start = rangeStart(candles.time, label) ?? whole.dates.length;
    return [label, { dates: whole.dates.slice(start), prices: whole.prices.slice(start) }];
  });
  return Object.fromEntries(series) as Record<RangeLabel, DatedPrices>;
}

function forecastInfo({ forecast, signal }: Analysis) {
  const { results } = forecast;
  const end = forecast.points.at(-1);
  if (end === undefined) throw new RangeError('a forecast has at least one point');
  return {
    model: forecast.model,
    version: forecast.version,
    horizon_days: forecast.horizonDays,
    base_date: forecast.baseDate,
    base_price: forecast.basePrice,
    in_sample: isInSample(forecast.baseDate, forecast.baseDate),
    results: results && {
      ...expectedDate(results),
      session: results.session,
      chance: results.chance,
    },
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

/** Domain → contract: snake_case, typed array → array, `NaN` → `null`. The only place that does it. */
import { RANGE_LABELS, isoDate, rangeStart } from '#compute';
import type { Analysis, Candles, QuoteFacts, RangeLabel } from '#compute';
import type { Cached } from './cache/cached.ts';
import type {
  CandleRow,
  DatedPrices,
  ForecastInfo,
  FuturePrediction,
  IndicatorTrend,
  ListingMeta,
  MarketState,
  Provenance,
  QuoteFields,
  QuoteReady,
  StockColumnsResponse,
  StockResponse,
  TrackRecordInfo,
} from './contract.ts';
import { encodedCandles } from './encoded-candles.ts';
import type { StockRecord } from './market-data/market-data.ts';
import { sessionLeft } from './market-data/market-hours.ts';
import type { Valuation } from './market-data/valuation.ts';
import { trackRecordVerdict } from './verdict-text.ts';

/** Bars of `technical_chart` and points of `indicator_trends`: a year of sessions. */
const CHART_BARS = 250;

/** Closes of one row of a list: six weeks of sessions. */
const ROW_CLOSES = 30;

/** A stock as it is about to be answered. */
export interface StockView {
  readonly requestedTicker: string;
  readonly stock: Cached<StockRecord>;
  readonly valuation: Valuation;
  readonly marketState: MarketState;
}

type StockHead = ListingMeta & QuoteFields & Provenance;

/** The spec-shaped answer. */
export function stockResponse(view: StockView, analysis: Analysis): StockResponse {
  const { candles } = view.stock.value;
  const { indicators, forecast } = analysis;
  const dates = Array.from(candles.time, isoDate);
  const whole: DatedPrices = { dates, prices: Array.from(candles.close) };
  const trend = (values: Float64Array): IndicatorTrend => ({
    dates: dates.slice(-CHART_BARS),
    values: Array.from(values.subarray(-CHART_BARS), finiteOrNull),
  });
  return {
    ...stockHead(view),
    predicted_price: analysis.predictedPrice,
    day_change: analysis.dayChange,
    day_change_percent: analysis.dayChangePercent,
    profit_loss: analysis.profitLoss,
    profit_loss_percent: analysis.profitLossPercent,
    is_profit: analysis.isProfit,
    ai_signal: analysis.signal.level,
    historical_data: whole,
    future_predictions: forecast.points.map((point): FuturePrediction => ({
      date: point.date,
      price: point.price,
      low50: point.low50,
      high50: point.high50,
      low80: point.low80,
      high80: point.high80,
      low95: point.low95,
      high95: point.high95,
      probability_buy: point.probabilityBuy,
      probability_sell: point.probabilitySell,
    })),
    technical_chart: {
      candles: candleRows(candles, dates, CHART_BARS),
      moving_averages: {
        sma20: Array.from(indicators.sma20.subarray(-CHART_BARS), (value, row) => ({
          date: dates[Math.max(dates.length - CHART_BARS, 0) + row] ?? '',
          value: finiteOrNull(value),
        })),
      },
    },
    performance_chart: whole,
    performance: analysis.performance,
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
    forecast: forecastInfo(analysis),
    track_record: trackRecordInfo(analysis),
  };
}

/** The same resource as one compact history, for a client that runs the analysis itself. */
export function stockColumnsResponse(view: StockView): StockColumnsResponse {
  return { ...stockHead(view), columns: encodedCandles(view.stock.value.candles) };
}

/** One row of a list. */
export function quoteReady(
  requestedTicker: string,
  stock: Cached<StockRecord>,
  facts: QuoteFacts,
  state: MarketState,
): QuoteReady {
  const { candles, quote, delayedMinutes } = stock.value;
  return {
    status: 'ready',
    ...listingFields(requestedTicker, stock.value, state),
    current_price: quote.price,
    day_change: finiteOrNull(facts.dayChange),
    day_change_percent: finiteOrNull(facts.dayChangePercent),
    ai_signal: facts.signal,
    probability_buy: facts.probabilityBuy,
    closes: Array.from(candles.close.subarray(-ROW_CLOSES)),
    ...provenance(stock, delayedMinutes),
  };
}

/** Where a cached record comes from and how old it is. */
export function provenance(
  cached: Cached<Pick<StockRecord, 'source' | 'asOfSeconds'>>,
  delayedMinutes: number,
): Provenance {
  return {
    source: cached.value.source,
    as_of: isoInstant(cached.value.asOfSeconds),
    fetched_at: isoInstant(cached.fetchedAtSeconds),
    stale: cached.stale,
    delayed_minutes: delayedMinutes,
  };
}

function listingFields(requestedTicker: string, { listing }: StockRecord, state: MarketState) {
  return {
    ticker: listing.symbol,
    requested_ticker: requestedTicker,
    company_name: listing.companyName,
    currency: listing.currency,
    exchange: listing.exchange,
    exchange_timezone: listing.timezone,
    market_state: state,
  };
}

function stockHead({ requestedTicker, stock, valuation, marketState: state }: StockView): StockHead {
  const { listing, quote, delayedMinutes } = stock.value;
  return {
    ...listingFields(requestedTicker, stock.value, state),
    trading_calendar: listing.calendar,
    current_price: quote.price,
    session_left: sessionLeft(stock.value, stock.fetchedAtSeconds),
    volume: quote.volume,
    market_cap: valuation.marketCap,
    pe_ratio: valuation.peRatio,
    day_high: quote.dayHigh,
    day_low: quote.dayLow,
    ...provenance(stock, delayedMinutes),
    ...(stock.value.historySource !== stock.value.source && { history_source: stock.value.historySource }),
  };
}

function candleRows(candles: Candles, dates: readonly string[], count: number): CandleRow[] {
  const rows: CandleRow[] = [];
  for (let bar = Math.max(dates.length - count, 0); bar < dates.length; bar++) {
    rows.push({
      date: dates[bar] ?? '',
      open: candles.open[bar] ?? 0,
      high: candles.high[bar] ?? 0,
      low: candles.low[bar] ?? 0,
      close: candles.close[bar] ?? 0,
      volume: candles.volume[bar] ?? 0,
    });
  }
  return rows;
}

function performanceSeries(candles: Candles, whole: DatedPrices): Record<RangeLabel, DatedPrices> {
  const series = RANGE_LABELS.map((label): [RangeLabel, DatedPrices] => {
    const start = rangeStart(candles.time, label) ?? whole.dates.length;
    return [label, { dates: whole.dates.slice(start), prices: whole.prices.slice(start) }];
  });
  return Object.fromEntries(series) as Record<RangeLabel, DatedPrices>;
}

function forecastInfo({ forecast, signal }: Analysis): ForecastInfo {
  const end = forecast.points.at(-1);
  if (end === undefined) throw new RangeError('a forecast has at least one point');
  return {
    model: forecast.model,
    version: forecast.version,
    horizon_days: forecast.horizonDays,
    base_date: forecast.baseDate,
    base_price: forecast.basePrice,
    probability_up: end.probabilityUp,
    probability_buy: end.probabilityBuy,
    probability_sell: end.probabilitySell,
    confidence: forecast.confidence,
    confidence_within_percent: forecast.confidenceWithinPercent,
    reasons: signal.reasons,
  };
}

function trackRecordInfo({ trackRecord }: Analysis): TrackRecordInfo | null {
  if (trackRecord === null) return null;
  return {
    horizon_days: trackRecord.horizonDays,
    from: trackRecord.from,
    to: trackRecord.to,
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

function isoInstant(epochSeconds: number): string {
  return new Date(Math.round(epochSeconds * 1000)).toISOString();
}

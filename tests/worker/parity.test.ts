import { afterEach, expect, test, vi } from 'vitest';
import { RANGE_LABELS, analyse, parseHorizon, rangeStart } from '#compute';
import { analysisInputOf } from '../support/worker/analysis-input.ts';
import type { SnapshotResponse, StockResponse } from '#worker/contract';
import { liveBindings, testWorker } from '../support/worker/test-worker.ts';
import { fakeUpstream } from '../support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());

const finiteOrNull = (value: number | undefined) => (Number.isFinite(value) ? value : null);

test.each([
  ['AAPL', '1', 'sample'],
  ['AAPL', '30', 'sample'],
  ['VOD.L', '14', 'sample'],
  ['BTC-USD', '7', 'sample'],
  ['AAPL', '7', 'live'],
] as const)(
  'for %s, %s days, %s data, analysing view=columns gives the analysis’s numbers to the last bit',
  async (symbol, days, mode) => {
    fakeUpstream();
    const worker = testWorker(mode === 'live' ? liveBindings() : {});
    const path = `/api/stock/${symbol}?days=${days}`;
    const spec: StockResponse = (await worker.request(path)).body;
    const snapshot: SnapshotResponse = (await worker.request(`${path}&view=columns&v=2`)).body;
    const { columns: _, v: __, sessions: ___, results: ____, ...head } = snapshot;

    expect(spec).toMatchObject(head);
    const input = analysisInputOf(snapshot, parseHorizon(days));
    const { candles } = input;
    const analysis = analyse(input);
    if (!analysis.ok) throw new Error('the columns cannot be analysed');
    const { forecast, indicators, signal, performance, trackRecord } = analysis.value;

    expect(spec.historical_data.prices).toEqual(Array.from(candles.close));
    expect(
      spec.future_predictions.map((point) => [
        point.price,
        point.low95,
        point.low80,
        point.low50,
        point.high50,
        point.high80,
        point.high95,
        point.probability_buy,
        point.probability_sell,
      ]),
    ).toEqual(
      forecast.points.map((point) => [
        point.price,
        point.low95,
        point.low80,
        point.low50,
        point.high50,
        point.high80,
        point.high95,
        point.probabilityBuy,
        point.probabilitySell,
      ]),
    );
    expect([spec.predicted_price, spec.profit_loss, spec.profit_loss_percent, spec.is_profit]).toEqual([
      analysis.value.predictedPrice,
      analysis.value.profitLoss,
      analysis.value.profitLossPercent,
      analysis.value.isProfit,
    ]);
    expect([spec.day_change, spec.day_change_percent]).toEqual([
      analysis.value.dayChange,
      analysis.value.dayChangePercent,
    ]);
    expect([spec.ai_signal, spec.forecast?.reasons]).toEqual([signal.level, signal.reasons]);
    expect([spec.forecast?.confidence, spec.forecast?.confidence_within_percent]).toEqual([
      forecast.confidence,
      forecast.confidenceWithinPercent,
    ]);
    expect(spec.forecast?.probability_up).toBe(forecast.points.at(-1)?.probabilityUp);
    expect(spec.performance).toEqual(performance);
    for (const label of RANGE_LABELS) {
      const start = rangeStart(candles.time, label);
      expect(spec.performance_series[label].prices).toEqual(
        start === null ? [] : Array.from(candles.close.subarray(start)),
      );
    }
    expect(spec.indicators).toEqual({
      rsi: finiteOrNull(indicators.rsi14.at(-1)),
      ema: finiteOrNull(indicators.ema20.at(-1)),
      macd: finiteOrNull(indicators.macd.at(-1)),
      macd_signal: finiteOrNull(indicators.macdSignal.at(-1)),
      macd_histogram: finiteOrNull(indicators.macdHistogram.at(-1)),
    });
    expect(spec.indicator_trends.macd.histogram).toEqual(
      Array.from(indicators.macdHistogram.subarray(-250), finiteOrNull),
    );
    expect(spec.technical_chart.moving_averages.sma20.map((point) => point.value)).toEqual(
      Array.from(indicators.sma20.subarray(-250), finiteOrNull),
    );
    expect(spec.track_record?.coverage80 ?? null).toEqual(trackRecord?.coverage80 ?? null);
    expect(spec.track_record?.skill ?? null).toEqual(trackRecord?.skill ?? null);
  },
);

test('undefined indicator values are null, and every number in a response is finite or null', async () => {
  fakeUpstream();
  const { body, text } = await testWorker(liveBindings()).request('/api/stock/AAPL');
  // With 80 bars, the first 33 values of MACD are undefined.
  expect(body.indicator_trends.macd.values.slice(0, 33)).toEqual(Array.from({ length: 33 }, () => null));
  expect(body.indicator_trends.macd.values[33]).toEqual(expect.any(Number));
  expect(body.performance['6M']).toBeNull();
  expect(body.performance_series['6M']).toEqual({ dates: [], prices: [] });
  expect(text).not.toMatch(/NaN|Infinity/);
});

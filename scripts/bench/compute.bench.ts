/**
 * Speed of compute: the four indicators beside the fastest other package, and the forecasts. Ratios carry over to other machines,
 * milliseconds do not.
 */
import { IndicatorsSync } from '@ixjb94/indicators';
import { forecast, indicatorSet, jointForecast, jointScenarios, sliceCandles } from '../../compute/index.ts';
import { appleCandles } from '../../tests/compute/series.ts';
import { printTables, rotatedRounds } from './measure.ts';

const OURS = 'candor';

const candles = appleCandles();
const closes = sliceCandles(candles, -1250).close;
const peer = new IndicatorsSync();
// It accepts only plain arrays.
const plain = Array.from(closes);
const indicatorMs = rotatedRounds([
  [OURS, () => indicatorSet(closes)],
  [
    '@ixjb94/indicators',
    () => [peer.sma(plain, 20), peer.ema(plain, 20), peer.rsi(plain, 14), peer.macd(plain, 12, 26, 9)],
  ],
]);
const forecastMs = rotatedRounds(
  [500, 1250].map((bars) => {
    const input = { candles: sliceCandles(candles, -bars), horizonDays: 30, calendar: 'nyse' } as const;
    return [`${bars} bars`, () => forecast(input)];
  }),
);
/** As many listings as a long list of holdings has, on the same dates. */
const listings = Array.from({ length: 20 }, (_, i) => {
  const bars = sliceCandles(candles, -1250);
  const close = bars.close.map((price, t) => price * (1 + 0.02 * Math.sin(t * (i + 1))));
  return { candles: { ...bars, close }, calendar: 'nyse' } as const;
});
const holdings = listings.map((_, factor) => [{ factor, isInverse: false }]);
const joint = jointScenarios(listings, holdings, 30);
if (!joint.ok) throw new Error(joint.error.reason);
const values = holdings.map((_, i) => 1000 + i);
const jointMs = rotatedRounds([
  ['scenarios', () => jointScenarios(listings, holdings, 30)],
  ['other quantities', () => jointForecast(joint.value.growth, values)],
]);
printTables([
  {
    title: 'SMA, EMA, RSI and MACD over 1,250 closes',
    rows: Object.fromEntries(
      [...indicatorMs].map(([name, ms]) => [
        name,
        { µs: (ms * 1000).toFixed(1), 'candor takes': `${(indicatorMs.get(OURS)! / ms).toFixed(2)} ×` },
      ]),
    ),
  },
  {
    title: 'Forecast of 30 sessions',
    rows: Object.fromEntries([...forecastMs].map(([name, ms]) => [name, { ms: ms.toFixed(3) }])),
  },
  {
    title: 'Joint forecast of 20 listings with 1,250 bars, 30 sessions',
    rows: Object.fromEntries([...jointMs].map(([name, ms]) => [name, { ms: ms.toFixed(3) }])),
  },
]);

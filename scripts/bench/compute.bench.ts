/**
 * Speed and size of compute. Indicators beside other packages and the memory limit, forecast and analysis per call, bundle
 * sizes. Ratios carry over to other machines, milliseconds do not.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import {
  analyse,
  decodeCandles,
  encodeCandles,
  forecast,
  indicatorSet,
  sliceCandles,
} from '../../compute/index.ts';
import { trackRecord } from '../../compute/back-test/track-record.ts';
import { ema, sma } from '../../compute/indicators/moving-averages.ts';
import { fillIndicators } from '../../compute/indicators/indicator-set.ts';
import { macd, rsi } from '../../compute/indicators/oscillators.ts';
import { appleCandles } from '../../tests/compute/series.ts';
import { barePass, indicatorPeers } from './indicator-peers.ts';
import { type Candidate, printTables, rotatedRounds } from './measure.ts';

const SIZES = [250, 1250, 10_000, 1_000_000];
const OURS = 'candor, fused';
const KEPT = 'candor, fused, kept buffer';
const BARE = 'limit: bare fused pass, kept buffer';
const COLD = 'forecast, 30 sessions, 500 bars, first call of a process';
const FORECAST = 'forecast: model and coefficients';

const indicators = Object.fromEntries(SIZES.map((n) => [n, indicatorTimes(n)]));
const calls = callTimes();
const sizes = await bundleSizes();
printTables([
  {
    title: 'Four indicators (SMA, EMA, RSI, MACD): ns a close, and times of ours',
    rows: Object.fromEntries(
      Object.keys(indicators['1250']!).map((name) => [
        name,
        Object.fromEntries(
          SIZES.map((n) => [`${n} closes`, legible(indicators[n]![name]!, indicators[n]![OURS]!)]),
        ),
      ]),
    ),
  },
  { title: 'One call on Apple’s bars', rows: inColumn(calls, 'ms') },
  { title: 'Bundles, minified', rows: inColumn(sizes, 'KiB gzip') },
]);

/** ns a close by candidate. */
function indicatorTimes(n: number): Record<string, number> {
  const closes = walk(n);
  const plain = Array.from(closes);
  const buffer = new Float64Array(6 * n);
  const candidates: Candidate[] = [
    [OURS, () => indicatorSet(closes)],
    [KEPT, () => fillIndicators(closes, buffer)],
    [
      'candor, one by one',
      () => [sma(closes, 20), ema(closes, 20), rsi(closes, 14), macd(closes, 12, 26, 9)],
    ],
    [BARE, () => barePass(closes, buffer)],
    ['limit: read n', () => memoryRead(closes)],
    ['limit: read n, write 6n', () => memoryCopy(closes, buffer)],
    ...indicatorPeers(plain),
  ];
  return Object.fromEntries([...rotatedRounds(candidates)].map(([name, ms]) => [name, (ms * 1e6) / n]));
}

function callTimes(): Record<string, number> {
  const candles = appleCandles();
  const tail = (bars: number): ReturnType<typeof sliceCandles> => sliceCandles(candles, -bars);
  const candidates = [500, 1250].flatMap((bars): Candidate[] => {
    const known = tail(bars);
    const input = { candles: known, horizonDays: 30, calendar: 'nyse' } as const;
    const shown = { horizonDays: 7, calendar: 'nyse', currentPrice: 190, sessionLeft: 0 } as const;
    const columns = encodeCandles(known);
    return [
      [`forecast, 30 sessions, ${bars} bars`, () => forecast(input)],
      [`track record, 7 days, ${bars} bars`, () => trackRecord(known, 7, 'nyse')],
      [`analyse, 7 days, ${bars} bars`, () => analyse({ ...shown, candles: known })],
      [
        `decode and analyse, 7 days, ${bars} bars`,
        () => {
          const decoded = decodeCandles(columns);
          if (!decoded.ok) throw new Error(decoded.error.reason);
          return analyse({ ...shown, candles: decoded.value });
        },
      ],
    ];
  });
  const rounded = [...rotatedRounds(candidates)].map(([name, ms]) => [name, Number(ms.toFixed(4))]);
  return { ...Object.fromEntries(rounded), [COLD]: coldForecast() };
}

/** First call in a fresh process, median of several, without the loading of the module. */
function coldForecast(): number {
  const script = `
    import { forecast, sliceCandles } from '#compute';
    import { appleCandles } from '${new URL('../../tests/compute/series.ts', import.meta.url).href}';
    const candles = sliceCandles(appleCandles(), -500);
    const start = performance.now();
    forecast({ candles, horizonDays: 30, calendar: 'nyse' });
    console.log(performance.now() - start);`;
  const times = Array.from({ length: 7 }, () => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
    });
    return Number(stdout);
  });
  return Number(times.toSorted((a, b) => a - b)[3]!.toFixed(2));
}

/** KiB of a module, bundled, minified and compressed. */
async function bundledSize(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return Number((gzipSync(outputFiles[0]!.contents, { level: 9 }).length / 1024).toFixed(2));
}

async function bundleSizes(): Promise<Record<string, number>> {
  return {
    'all of compute': await bundledSize(`export * from './compute/index.ts'`),
    [FORECAST]: await bundledSize(
      `export { readVolatility, spreadsUpTo } from './compute/forecast/volatility.ts';
       export { probabilityWithin, project } from './compute/forecast/projection.ts';`,
    ),
    'the four indicators': await bundledSize(`export { indicatorSet } from './compute/index.ts'`),
  };
}

/** A seeded walk (Lehmer 1951, modulus 2³¹ − 1). */
function walk(n: number): Float64Array {
  let state = 20_240_601;
  let close = 100;
  return Float64Array.from({ length: n }, () => {
    state = (state * 48_271) % 2_147_483_647;
    close *= 1 + (state / 2_147_483_647 - 0.5) * 0.03;
    return close;
  });
}

function memoryRead(closes: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < closes.length; i++) sum += closes[i]!;
  return sum;
}

function memoryCopy(closes: Float64Array, buffer: Float64Array): Float64Array {
  const n = closes.length;
  for (let i = 0; i < n; i++) {
    const close = closes[i]!;
    buffer[i] = close;
    buffer[n + i] = close;
    buffer[2 * n + i] = close;
    buffer[3 * n + i] = close;
    buffer[4 * n + i] = close;
    buffer[5 * n + i] = close;
  }
  return buffer;
}

function legible(nanoseconds: number, ours: number): string {
  return `${nanoseconds.toFixed(1)} (×${(nanoseconds / ours).toFixed(2)})`;
}

function inColumn(values: Readonly<Record<string, number>>, column: string) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { [column]: value }]));
}

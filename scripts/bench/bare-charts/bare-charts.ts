/** What the workbench is compared with: lightweight-charts with the same data, overlays and panes, and a few buttons. */
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  PriceScaleMode,
} from 'lightweight-charts';
import {
  decodeCandles,
  indicatorLines,
  rangeStart,
  resample,
  type Candles,
  type IndicatorKind,
  type RangeLabel,
} from '../../../compute/index.ts';

const TICKER = 'NVDA';
/** Kind, parameters and pane: those of the workbench's address in the bench. */
const INDICATORS: readonly (readonly [IndicatorKind, readonly number[], number])[] = [
  ['sma', [20], 0],
  ['ema', [50], 0],
  ['wma', [100], 0],
  ['vwap', [20], 0],
  ['sma', [200], 0],
  ['rsi', [14], 1],
  ['macd', [12, 26, 9], 2],
  ['atr', [14], 3],
];

async function json(path: string) {
  return (await fetch(path)).json();
}

const stock = await json(`/api/stock/${TICKER}?view=columns&v=2`);
const decoded = decodeCandles(stock.columns);
if (!decoded.ok) throw new Error('The history cannot be read.');
const days = decoded.value;
const { bars } = await json(`/api/intraday/${TICKER}?range=5d`);
const minutes = Object.fromEntries(
  Object.entries<number[]>(bars).map(([name, column]) => [name, Float64Array.from(column)]),
) as unknown as Candles;

const chart = createChart(document.getElementById('chart'), {
  width: innerWidth,
  height: 780,
  layout: { attributionLogo: false },
});
let candles = days;
let count = INDICATORS.length;
let drawn: { setData(data: unknown): void }[] = [];

function points(column: Float64Array) {
  return Array.from(column, (value, i) => {
    const time = candles.time[i] ?? 0;
    return Number.isNaN(value) ? { time } : { time, value };
  });
}

function draw() {
  for (const series of drawn) chart.removeSeries(series);
  drawn = [];
  const add = (type: unknown, data: unknown, pane: number, options = {}) => {
    const series = chart.addSeries(type, options, pane);
    series.setData(data);
    drawn.push(series);
  };
  const { time, open, high, low, close, volume } = candles;
  add(HistogramSeries, points(volume), 0, { priceScaleId: 'volume' });
  const rows = Array.from(time, (at, i) => ({
    time: at,
    open: open[i],
    high: high[i],
    low: low[i],
    close: close[i],
  }));
  add(CandlestickSeries, rows, 0);
  for (const [kind, parameters, pane] of INDICATORS.slice(0, count)) {
    for (const line of indicatorLines(candles, kind, parameters)) add(LineSeries, points(line), pane);
  }
}

function show(from: number) {
  chart.timeScale().setVisibleLogicalRange({ from, to: candles.time.length });
}

const ACTIONS: Readonly<Record<string, () => void>> = {
  ...Object.fromEntries(
    (['6M', '1Y', 'ALL'] satisfies RangeLabel[]).map((label) => [
      label,
      () => {
        if (candles === minutes) {
          candles = days;
          draw();
        }
        show(rangeStart(candles.time, label) ?? 0);
      },
    ]),
  ),
  '5D': () => {
    candles = minutes;
    draw();
    show(0);
  },
  Week: () => {
    candles = resample(days, 'week');
    draw();
    show(0);
  },
  Day: () => {
    candles = days;
    draw();
    show(0);
  },
  Log: () => chart.priceScale('right').applyOptions({ mode: PriceScaleMode.Logarithmic }),
  Linear: () => chart.priceScale('right').applyOptions({ mode: PriceScaleMode.Normal }),
  Remove: () => {
    count -= 1;
    draw();
  },
  Restore: () => {
    count = INDICATORS.length;
    draw();
  },
};

for (const [name, act] of Object.entries(ACTIONS)) {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', act);
  document.getElementById('buttons')?.append(button);
}
draw();
show(0);

/// <reference types="vite/client" />
/** The limit for any wrapper: a bare uPlot area chart of 800 x 300 px with axes and grid, fed by `setData`. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { publish } from './bench-page.ts';
import { rangeOf, type BenchRange, type BenchTicker } from './listings.ts';

let ticker: BenchTicker = 'AAPL';
let range: BenchRange = '1W';

function data(): uPlot.AlignedData {
  const { dates, closes } = rangeOf(ticker, range);
  return [dates, closes];
}

const chart = new uPlot(
  { width: 800, height: 300, series: [{}, { stroke: '#35c27a', fill: '#35c27a2e' }] },
  data(),
  document.getElementById('root') ?? document.body,
);

function showTicker(wanted: BenchTicker) {
  ticker = wanted;
  chart.setData(data());
}

publish({
  ready: Promise.resolve(),
  showRange(wanted) {
    range = wanted;
    chart.setData(data());
  },
  showTicker,
  showWholeTicker: showTicker,
  isShown: () => chart.data[0].length === data()[0].length,
});

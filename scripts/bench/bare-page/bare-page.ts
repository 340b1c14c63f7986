/// <reference types="vite/client" />
/** The lower bound for the stock page: the same data, decoded and drawn by uPlot, without React or the sign-in code. */
import { decodeCandles } from '../../../compute/columns.ts';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

const ticker = new URLSearchParams(location.search).get('ticker') ?? 'AAPL';
const response = await fetch(`/api/stock/${ticker}?view=columns&v=2`);
const body = await response.json();
const candles = decodeCandles(body.columns);
if (!candles.ok) throw new Error('Couldn’t read the price history.');

document.getElementById('price')?.append(String(body.current_price));
const chart = new uPlot(
  { width: 360, height: 300, series: [{}, { stroke: '#8494ff' }] },
  [Array.from(candles.value.time), Array.from(candles.value.close)],
  (_self, start) => start(),
);
document.getElementById('chart')?.append(chart.root);

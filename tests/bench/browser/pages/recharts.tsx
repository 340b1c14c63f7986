/** The usual way: a Recharts area chart of 800 x 300 px with axes, grid and tooltip, its entrance animation off. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { publish } from './bench-page.ts';
import { rangeOf, type BenchRange, type BenchTicker } from './listings.ts';

interface View {
  readonly ticker: BenchTicker;
  readonly range: BenchRange;
}

let view: View = { ticker: 'AAPL', range: '1W' };
let show: (next: View) => void = () => undefined;
let pathBefore: string | null = null;

function rows({ ticker, range }: View) {
  const { dates, closes } = rangeOf(ticker, range);
  return Array.from(dates, (time, i) => ({
    date: new Date(time * 1000).toISOString().slice(0, 10),
    price: closes[i],
  }));
}

function Chart() {
  const [shown, setShown] = useState(view);
  useEffect(() => {
    show = setShown;
  }, []);
  return (
    <AreaChart width={800} height={300} data={rows(shown)}>
      <CartesianGrid vertical={false} />
      <XAxis dataKey="date" />
      <YAxis domain={['auto', 'auto']} />
      <Tooltip />
      <Area dataKey="price" stroke="#35c27a" fill="#35c27a2e" isAnimationActive={false} />
    </AreaChart>
  );
}

const path = () => document.querySelector('.recharts-area-curve')?.getAttribute('d') ?? null;

function change(next: View) {
  const isSame = next.ticker === view.ticker && next.range === view.range;
  pathBefore = isSame ? null : path();
  view = next;
  // A click handler's update is flushed at its end; outside of one this is the same.
  flushSync(() => show(next));
}

function showTicker(ticker: BenchTicker) {
  change({ ...view, ticker });
}

createRoot(document.getElementById('root') ?? document.body).render(<Chart />);

publish({
  ready: new Promise((resolve) => {
    setTimeout(resolve, 500);
  }),
  showRange: (range) => change({ ...view, range }),
  showTicker,
  showWholeTicker: showTicker,
  isShown: () => path() !== pathBefore,
});

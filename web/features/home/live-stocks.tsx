import { Pause, Play } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { Sparkline } from '../../shared/charts/sparkline.tsx';
import { AnalysisLink } from '../../shared/sign-in/analysis-link.tsx';
import { Badge, Delta } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useIsHydrated, useMediaQuery } from '../../shared/browser/browser-state.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import styles from './live-stocks.module.css';
import SAMPLE_STOCKS from './sample-stocks.json';

/**
 * The home page's ten stocks, from the sample market on the day that the hero picture was drawn for. Only symbol and name are
 * real. `basePrice`: the previous close; `change`: on the day, in percent; `volatility` and `trend`: standard size over 60 sessions
 * and mean over 30 of one simulated daily move, in percent.
 */
type SampleStock = (typeof SAMPLE_STOCKS)[number];

const ROTATION_INTERVAL_MS = 10_000;
const ROTATION_STEP = 3;

/** Three of ten simulated stocks, rotating. Hovering or focusing the cards pauses; with reduced motion it starts paused. */
export function LiveStocks() {
  const headingId = useId();
  const [isPausedByUser, setPaused] = useState<boolean>();
  const prefersStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const isPaused = isPausedByUser ?? prefersStill;
  const list = useRef<HTMLUListElement>(null);
  const shown = useRotation(isPaused, list);
  const Icon = isPaused ? Play : Pause;
  return (
    <section aria-labelledby={headingId} className="stack">
      <div className="spread">
        <div className={styles.title}>
          <h2 id={headingId}>Live Stock Data</h2>
          <Badge tone="accent">Simulated prices</Badge>
        </div>
        <Button size="sm" onClick={() => setPaused(!isPaused)}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {isPaused ? 'Play' : 'Pause'}
        </Button>
      </div>
      <ul ref={list} className={styles.cards}>
        {shown.map((stock) => (
          <li key={stock.symbol}>
            <StockCard stock={stock} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The shown stocks. Advances by 3 every 10 s, wrapping around, unless paused, hidden, pointed at or focused. */
function useRotation(isPaused: boolean, cards: RefObject<Element | null>): readonly SampleStock[] {
  const [start, setStart] = useState(0);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setInterval(() => {
      if (document.hidden || cards.current?.matches(':hover, :focus-within')) return;
      setStart((from) => (from + ROTATION_STEP) % SAMPLE_STOCKS.length);
    }, ROTATION_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPaused, cards]);
  return [...SAMPLE_STOCKS, ...SAMPLE_STOCKS].slice(start, start + ROTATION_STEP);
}

const SPARKLINE_POINTS = 30;
const TREND_PX = 56;

/** One stock with a random trend line. The prerendered page has no line, because hydration could not match it. */
function StockCard({ stock }: { stock: SampleStock }) {
  const format = useFormat();
  const price = stock.basePrice * (1 + stock.change / 100);
  const isHydrated = useIsHydrated();
  return (
    <AnalysisLink ticker={stock.symbol} className={styles.card}>
      <span className="spread">
        <span className={styles.symbol}>{stock.symbol}</span>
        <Badge tone={stock.change >= 0 ? 'gain' : 'loss'}>
          <span className="formatted">
            <Delta value={stock.change} text={format.percent(stock.change, { signed: true })} />
          </span>
        </Badge>
      </span>
      <span className="ellipsis note">{stock.name}</span>
      <span className={styles.quote}>
        <span className={`formatted ${styles.price}`}>{format.price(price, 'USD')}</span>
        <span className="caption">simulated</span>
      </span>
      <div className={styles.trend} aria-hidden="true">
        {isHydrated && <Trend stock={stock} />}
      </div>
      <span className="caption">30-day trend</span>
    </AnalysisLink>
  );
}

function Trend({ stock }: { stock: SampleStock }) {
  const [prices] = useState(() => simulateSeries(stock, Math.random));
  return <Sparkline values={prices} heightPx={TREND_PX} label="" />;
}

/** A geometric random walk from the base price to where the trend leads. `random` returns numbers in [0, 1). */
export function simulateSeries(
  { basePrice, volatility, trend }: SampleStock,
  random: () => number,
): number[] {
  // Roughly standard normal, good enough for a drawing: the sum of 12 uniform numbers, minus 6.
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, draw) => sum + draw, -6);
  const draws = Array.from({ length: SPARKLINE_POINTS }, (_, index) => (index > 0 ? normal() : 0));
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / (SPARKLINE_POINTS - 1);
  let price = basePrice;
  return draws.map((draw, index) => {
    if (index > 0) price *= Math.exp((trend + volatility * (draw - mean)) / 100);
    return price;
  });
}

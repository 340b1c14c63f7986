import { useFormat } from '../../shared/format/use-format.ts';
import { useState } from 'react';
import { Link } from 'wouter';
import { useIsHydrated } from '../../shared/ui/browser-state.ts';
import { linearScale, linePath } from '../../shared/illustration/line-path.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Delta } from '../../shared/ui/delta.tsx';
import styles from './stock-card.module.css';
import { displayedPrice, simulateSeries, type SampleStock } from './sample-stocks.ts';

const SPARKLINE_POINTS = 30;
const WIDTH = 240;
const HEIGHT = 56;
const MARGIN = 5;

interface StockCardProps {
  readonly stock: SampleStock;
  /** Returns numbers in [0, 1), for the simulated trend. */
  readonly random: () => number;
}

/**
 * One simulated stock: symbol, name, price, change and its simulated 30-day trend, drawn anew at each visit. Leads to the
 * real analysis. The prerendered page has the room for the trend and no line, which hydration could not match.
 */
export function StockCard({ stock, random }: StockCardProps) {
  const format = useFormat();
  const isHydrated = useIsHydrated();
  return (
    <Link href={`/prediction?ticker=${stock.symbol}`} className={styles.card}>
      <span className={styles.head}>
        <span className={styles.symbol}>{stock.symbol}</span>
        <Badge tone={stock.change >= 0 ? 'gain' : 'loss'}>
          <Delta value={stock.change} text={format.percent(stock.change, { signed: true })} />
        </Badge>
      </span>
      <span className={styles.name}>{stock.name}</span>
      <span className={styles.price}>{format.price(displayedPrice(stock), 'USD')}</span>
      <svg className={styles.trend} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {isHydrated && <TrendSparkline stock={stock} random={random} />}
      </svg>
      <span className={styles.caption}>30-day trend</span>
    </Link>
  );
}

/** Coloured by its own direction over the 30 points, which need not be that of the day. */
function TrendSparkline({ stock, random }: StockCardProps) {
  const [prices] = useState(() =>
    simulateSeries({
      basePrice: stock.basePrice,
      volatilityPercent: stock.volatility,
      trendPercent: stock.trend,
      length: SPARKLINE_POINTS,
      random,
    }),
  );
  const toX = linearScale([0, SPARKLINE_POINTS - 1], [MARGIN, WIDTH - MARGIN]);
  const toY = linearScale([Math.min(...prices), Math.max(...prices)], [HEIGHT - MARGIN, MARGIN]);
  const points = prices.map((price, index) => [toX(index), toY(price)] as const);
  const [endX, endY] = points[SPARKLINE_POINTS - 1] ?? [0, 0];
  const isUp = (prices.at(-1) ?? 0) >= stock.basePrice;
  return (
    <g className={styles[isUp ? 'gain' : 'loss']}>
      <path d={linePath(points)} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={endX} cy={endY} r="3" fill="currentColor" />
    </g>
  );
}

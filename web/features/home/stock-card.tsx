import { Link } from 'wouter';
import { formatPrice } from '../../shared/format/money.ts';
import { formatPercent } from '../../shared/format/percent.ts';
import { linearScale, linePath } from '../../shared/illustration/line-path.ts';
import { seededRandom } from '../../shared/illustration/seeded-random.ts';
import { simulateSeries } from '../../shared/illustration/simulate-series.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Delta } from '../../shared/ui/delta.tsx';
import styles from './stock-card.module.css';
import { displayedPrice } from './sample-stocks.ts';
import type { SampleStock } from './sample-stocks.ts';

const SPARKLINE_POINTS = 30;
const WIDTH = 240;
const HEIGHT = 56;
const MARGIN = 5;

/** One simulated stock: symbol, name, price, change and its simulated 30-day trend. Leads to the real analysis. */
export function StockCard({ stock }: { stock: SampleStock }) {
  return (
    <Link href={`/prediction?ticker=${stock.symbol}`} className={styles.card}>
      <span className={styles.head}>
        <span className={styles.symbol}>{stock.symbol}</span>
        <Badge tone={stock.change >= 0 ? 'gain' : 'loss'}>
          <Delta value={stock.change} text={formatPercent(stock.change, { signed: true })} />
        </Badge>
      </span>
      <span className={styles.name}>{stock.name}</span>
      <span className={styles.price}>{formatPrice(displayedPrice(stock), 'USD')}</span>
      <TrendSparkline stock={stock} />
      <span className={styles.caption}>30-day trend</span>
    </Link>
  );
}

/** Coloured by its own direction over the 30 points, which need not be that of the day. */
function TrendSparkline({ stock }: { stock: SampleStock }) {
  const prices = simulateSeries({
    basePrice: stock.basePrice,
    volatilityPercent: stock.volatility,
    trendPercent: stock.trend,
    length: SPARKLINE_POINTS,
    // Of the seeds, the first with which no trend contradicts the change beside it.
    random: seededRandom(`${stock.symbol}1`),
  });
  const toX = linearScale([0, SPARKLINE_POINTS - 1], [MARGIN, WIDTH - MARGIN]);
  const toY = linearScale([Math.min(...prices), Math.max(...prices)], [HEIGHT - MARGIN, MARGIN]);
  const points = prices.map((price, index) => [toX(index), toY(price)] as const);
  const [endX, endY] = points[SPARKLINE_POINTS - 1] ?? [0, 0];
  const isUp = (prices.at(-1) ?? 0) >= stock.basePrice;
  return (
    <svg className={styles[isUp ? 'gain' : 'loss']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path d={linePath(points)} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={endX} cy={endY} r="3" fill="currentColor" />
    </svg>
  );
}

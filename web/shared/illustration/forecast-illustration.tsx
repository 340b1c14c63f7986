import styles from './forecast-illustration.module.css';
import { linearScale, linePath } from './line-path.ts';
import { seededRandom } from './seeded-random.ts';
import { simulateSeries } from './simulate-series.ts';

const WIDTH = 560;
const HEIGHT = 300;
const AXIS_WIDTH = 40;
const HISTORY_POINTS = 90;
const FORECAST_STEPS = 30;
const DAILY_VOLATILITY_PERCENT = 1.1;

/** Width of each band in standard deviations, with the opacity the product's own fan uses. */
const BANDS = [
  { level: 95, deviations: 1.96, opacity: 0.1 },
  { level: 80, deviations: 1.28, opacity: 0.16 },
  { level: 50, deviations: 0.67, opacity: 0.24 },
] as const;

const HISTORY = simulateSeries({
  basePrice: 168,
  volatilityPercent: DAILY_VOLATILITY_PERCENT,
  trendPercent: 0.08,
  length: HISTORY_POINTS,
  random: seededRandom('illustration'),
});
const LAST_PRICE = HISTORY[HISTORY_POINTS - 1] ?? 0;

/** Price after some steps at some standard deviations: the range of a random walk grows with the root of time. */
function priceAt(step: number, deviations: number): number {
  return LAST_PRICE * Math.exp((deviations * DAILY_VOLATILITY_PERCENT * Math.sqrt(step)) / 100);
}

const LOW = Math.min(...HISTORY, priceAt(FORECAST_STEPS, -1.96));
const HIGH = Math.max(...HISTORY, priceAt(FORECAST_STEPS, 1.96));
const TICKS = [0.1, 0.37, 0.63, 0.9].map((share) => Math.round(LOW + (HIGH - LOW) * share));

const toX = linearScale([0, HISTORY_POINTS - 1 + FORECAST_STEPS], [0, WIDTH - AXIS_WIDTH]);
const toY = linearScale([LOW, HIGH], [HEIGHT - 12, 12]);
const ORIGIN_X = toX(HISTORY_POINTS - 1);

const STEPS = Array.from({ length: FORECAST_STEPS + 1 }, (_, step) => step);

function edge(deviations: number): (readonly [number, number])[] {
  return STEPS.map((step) => [toX(HISTORY_POINTS - 1 + step), toY(priceAt(step, deviations))] as const);
}

/** A still picture of what the product draws: a price line, the estimate and its widening range. */
export function ForecastIllustration() {
  return (
    <figure className={styles.figure}>
      <div className={styles.head}>
        <span className={styles.title}>Price and 30-day range</span>
        <span className={styles.key}>
          <span>Price</span>
          <span className={styles.estimateKey}>Estimate</span>
          <span className={styles.rangeKey}>Range</span>
        </span>
      </div>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="A simulated price line, then an estimate as a line with a range that widens over 30 days"
      >
        <rect
          className={styles.region}
          x={ORIGIN_X}
          y="0"
          width={WIDTH - AXIS_WIDTH - ORIGIN_X}
          height={HEIGHT}
        />
        {TICKS.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1="0" x2={WIDTH - AXIS_WIDTH} y1={toY(tick)} y2={toY(tick)} />
            <text className={styles.tick} x={WIDTH} y={toY(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {BANDS.map(({ level, deviations, opacity }) => (
          <path
            key={level}
            className={styles.band}
            opacity={opacity}
            d={`${linePath([...edge(deviations), ...edge(-deviations).toReversed()])}Z`}
          />
        ))}
        <line className={styles.origin} x1={ORIGIN_X} x2={ORIGIN_X} y1="0" y2={HEIGHT} />
        <path
          className={styles.history}
          d={linePath(HISTORY.map((price, index) => [toX(index), toY(price)] as const))}
        />
        <path className={styles.median} d={linePath(edge(0))} />
        <text className={styles.word} x={ORIGIN_X + 8} y="16">
          Estimate
        </text>
      </svg>
      <figcaption className={styles.caption}>Illustration, simulated prices</figcaption>
    </figure>
  );
}

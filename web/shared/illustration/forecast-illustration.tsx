import { useFormat } from '../format/use-format.ts';
import styles from './forecast-illustration.module.css';
import picture from './sample-forecast.json';

const WIDTH = 560;
const HEIGHT = 300;
const AXIS_WIDTH = 44;
const FORECAST_STEPS = 30;

/** The bands from wide to narrow, with the opacity of the product's own fan. */
const BANDS = [
  { low: picture.low95, high: picture.high95, opacity: 0.1 },
  { low: picture.low80, high: picture.high80, opacity: 0.16 },
  { low: picture.low50, high: picture.high50, opacity: 0.24 },
] as const;

const { closes, lastPrice } = picture;
const ORIGIN = closes.length - 1;
const END = picture.steps.length - 1;

const LOW = Math.min(...closes, ...picture.low95);
const HIGH = Math.max(...closes, ...picture.high95);
const TICK_STEP = 15;
const TICKS = Array.from(
  { length: Math.floor(HIGH / TICK_STEP) - Math.ceil(LOW / TICK_STEP) + 1 },
  (_, index) => (Math.ceil(LOW / TICK_STEP) + index) * TICK_STEP,
);

const toX = linearScale([0, ORIGIN + FORECAST_STEPS], [0, WIDTH - AXIS_WIDTH]);
const toY = linearScale([LOW, HIGH], [HEIGHT - 12, 28]);
const ORIGIN_X = toX(ORIGIN);

/** Prices of the forecast as points, from the last close on. */
function fromOrigin(prices: readonly number[]): (readonly [number, number])[] {
  return [lastPrice, ...prices].map(
    (price, index) => [toX(ORIGIN + (picture.steps[index - 1] ?? 0)), toY(price)] as const,
  );
}

/** What the product draws, as a still picture: closes of the sample market, and the model's estimate with its range. */
export function ForecastIllustration() {
  const format = useFormat();
  const low = picture.low80[END]?.toFixed(0);
  const high = picture.high80[END]?.toFixed(0);
  return (
    <figure className={styles.figure}>
      <div className={styles.head}>
        <p className={styles.title}>
          <span className={styles.ticker}>{picture.ticker}</span> {picture.companyName}
        </p>
        <p className={styles.price}>{format.price(lastPrice, 'USD')}</p>
      </div>
      <p className={styles.key}>
        <span>Price</span>
        <span className={styles.estimateKey}>Estimate, 30 days</span>
        <span className={styles.rangeKey}>50, 80 and 95% range</span>
      </p>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Simulated closes of ${picture.ticker}, then the model’s estimate with a range that widens to between ${low} and ${high} dollars (80%) after 30 days`}
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
        {BANDS.map((band) => (
          <path
            key={band.opacity}
            className={styles.band}
            opacity={band.opacity}
            d={`${linePath([...fromOrigin(band.high), ...fromOrigin(band.low).toReversed()])}Z`}
          />
        ))}
        <line className={styles.origin} x1={ORIGIN_X} x2={ORIGIN_X} y1="0" y2={HEIGHT} />
        <path
          className={styles.history}
          d={linePath(closes.map((price, index) => [toX(index), toY(price)] as const))}
        />
        <path className={styles.median} d={linePath(fromOrigin(picture.price))} />
        <circle className={styles.last} cx={ORIGIN_X} cy={toY(lastPrice)} r="3" />
        <text className={styles.word} x={ORIGIN_X + 8} y="16">
          Estimate
        </text>
      </svg>
      <figcaption className={styles.caption}>
        Sample market: simulated prices · drawn by the product’s own model as of{' '}
        <span className={styles.date}>{format.isoDate(picture.date)}</span>
      </figcaption>
    </figure>
  );
}

/** A linear scale from a value of a domain to a coordinate. A domain without extent maps to the middle of the range. */
export function linearScale(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): (value: number) => number {
  if (from === to) return () => (start + end) / 2;
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

/** The SVG path through points, with one decimal. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

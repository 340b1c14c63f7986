import type { Format } from '#compute';
import styles from './forecasts-page.module.css';
import type { ReadyForecast } from './forecasts-view.ts';

/** The drawing's own units, which are stretched to its box. */
const WIDTH = 300;
const HEIGHT = 100;

/** The 80 % ranges of every horizon from one close, with their prices below. */
export function ForecastFan({ forecast, format }: { forecast: ReadyForecast; format: Format }) {
  const { base_close: close, currency, horizons } = forecast;
  const prices = horizons.flatMap(({ low80, high80 }) => [low80, high80]);
  const [low, high] = [Math.min(close, ...prices), Math.max(close, ...prices)];
  const lastDays = horizons.at(-1)?.horizon_days ?? 1;
  const y = (price: number) => HEIGHT - ((price - low) / (high - low || 1)) * HEIGHT;
  const at = (days: number, price: number) => `${(days / lastDays) * WIDTH},${y(price)}`;
  const edge = (pick: 'low80' | 'high80' | 'median') =>
    horizons.map((horizon) => at(horizon.horizon_days, horizon[pick]));
  const start = at(0, close);
  return (
    <figure className={styles.fan}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polygon points={[start, ...edge('high80'), ...edge('low80').toReversed()].join(' ')} />
        <polyline points={[start, ...edge('median')].join(' ')} />
        <line x1="0" x2={WIDTH} y1={y(close)} y2={y(close)} />
      </svg>
      <figcaption>
        <dl>
          {horizons.map(({ horizon_days: days, target_date: date, low80, high80 }) => (
            <div key={days}>
              <dt>{format.isoDate(date)}</dt>
              <dd>
                {format.price(low80, currency)} to {format.price(high80, currency)}
              </dd>
            </div>
          ))}
        </dl>
      </figcaption>
    </figure>
  );
}

import type { OwnRange } from '../../shared/user/own-ranges.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import styles from './outcomes-picture.module.css';

/** Where outcomes fell, each range drawn as one band: yours above the model's. */
export function OutcomesPicture({ ranges }: { readonly ranges: readonly OwnRange[] }) {
  const placesIn = (low: 'own_low' | 'low80', high: 'own_high' | 'high80') =>
    ranges.flatMap(({ key, [low]: from, [high]: to, outcome }) =>
      outcome === null ? [] : { key, place: (outcome.close - from) / (to - from) },
    );
  return (
    <figure className={styles.picture}>
      <Strip name="Yours" places={placesIn('own_low', 'own_high')} />
      <Strip name="The model’s" places={placesIn('low80', 'high80')} />
      <figcaption className="caption">
        Each dot is a close, each range is drawn at the same width. Dots at the ends are further out.
      </figcaption>
    </figure>
  );
}

interface StripProps {
  readonly name: string;
  /** Where each range's close fell: 0 is its low, 1 its high. */
  readonly places: readonly { readonly key: string; readonly place: number }[];
}

const HEIGHT_PX = 64;
const COLUMNS = 48;

/** Widths of a range that are drawn on each side of it. */
const MARGIN = 1;

function Strip({ name, places }: StripProps) {
  const { count } = useFormat();
  const below = places.filter(({ place }) => place < 0).length;
  const above = places.filter(({ place }) => place > 1).length;
  const columns = Map.groupBy(places, ({ place }) => columnOf(place));
  const tallest = Math.max(...[...columns.values()].map(({ length }) => length));
  const stepPx = Math.min(7, (HEIGHT_PX - 12) / tallest);
  return (
    <div>
      <p className={styles.name}>
        <span>{name}</span>
        <span className="note">
          {count(places.length - below - above)} inside, {count(below)} below, {count(above)} above
        </span>
      </p>
      <svg width="100%" height={HEIGHT_PX} className={styles.strip} aria-hidden="true">
        <rect className={styles.band} x={percent(0)} width={`${100 / (1 + 2 * MARGIN)}%`} height="100%" />
        {[0, 1].map((edge) => (
          <line key={edge} className={styles.edge} x1={percent(edge)} x2={percent(edge)} y2="100%" />
        ))}
        {[...columns].flatMap(([column, stacked]) =>
          stacked.map(({ key, place }, level) => (
            <circle
              key={key}
              className={place < 0 || place > 1 ? styles.missed : styles.held}
              cx={`${((column + 0.5) / COLUMNS) * 100}%`}
              cy={HEIGHT_PX - 6 - level * stepPx}
              r="3"
            />
          )),
        )}
      </svg>
    </div>
  );
}

/** The column of the strip, which ends a width beyond the range on each side. */
function columnOf(place: number): number {
  const share = (place + MARGIN) / (1 + 2 * MARGIN);
  return Math.min(Math.max(Math.floor(share * COLUMNS), 0), COLUMNS - 1);
}

function percent(place: number): string {
  return `${((place + MARGIN) / (1 + 2 * MARGIN)) * 100}%`;
}

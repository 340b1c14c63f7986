import sample from 'virtual:sample-picture';
import { atom, useAtomValueRawSync } from '../../store.ts';
import { useFormat } from '../format/use-format.ts';
import { useSettings } from '../user/settings.ts';
import styles from './forecast-illustration.module.css';

/** The build's picture, until `newest-picture.ts` replaces it. */
export const pictureAtom = atom(sample);

export function ForecastIllustration() {
  const { ticker, companyName, lastPrice, origin, date, region, html } = useAtomValueRawSync(pictureAtom);
  const format = useFormat();
  const isInOwnFormats = useSettings().region === region;
  return (
    <figure className={styles.figure}>
      <div className={styles.head}>
        <p className={styles.title}>
          <span className={styles.ticker}>{ticker}</span> {companyName}
        </p>
        <p className={`formatted ${styles.price}`}>{format.price(lastPrice, 'USD')}</p>
      </div>
      <p className={styles.key}>
        <span>Price</span>
        <span className={styles.estimateKey}>Estimate, 30 days</span>
        <span className={styles.rangeKey}>50%, 80% and 95% ranges</span>
      </p>
      <div
        role="img"
        aria-label={`${ticker} closes, then the model’s estimate with a range that widens over 30 days`}
        className={styles.picture}
      >
        <div
          aria-hidden="true"
          className={isInOwnFormats ? undefined : styles.withoutFigures}
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </div>
      <figcaption className={styles.caption}>
        {origin} · forecast by Candor’s own model as of the{' '}
        <span className={`formatted ${styles.date}`}>{format.isoDate(date)}</span> session
      </figcaption>
    </figure>
  );
}

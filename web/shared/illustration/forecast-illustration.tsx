import picture from 'virtual:sample-picture';
import { useFormat } from '../format/use-format.ts';
import { useSettings } from '../user/settings.ts';
import styles from './forecast-illustration.module.css';

const { ticker, companyName, lastPrice, date, html } = picture;

export function ForecastIllustration() {
  const format = useFormat();
  const isInOwnFormats = useSettings().region === 'us';
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
        aria-label={`Simulated ${ticker} closes, then the model’s estimate with a range that widens over 30 days`}
        className={styles.picture}
      >
        {/* Hidden from screen readers: its own description repeats the label with figures. */}
        <div
          aria-hidden="true"
          className={isInOwnFormats ? undefined : styles.withoutFigures}
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </div>
      <figcaption className={styles.caption}>
        Sample market: simulated prices · forecast by Candor’s own model as of{' '}
        <span className={`formatted ${styles.date}`}>{format.isoDate(date)}</span>
      </figcaption>
    </figure>
  );
}

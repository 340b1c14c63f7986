import picture from 'virtual:sample-picture';
import { useFormat } from '../format/use-format.ts';
import { useSettings } from '../user/settings-provider.tsx';
import styles from './forecast-illustration.module.css';

const { ticker, companyName, lastPrice, date, html } = picture;

/** What the product draws, as a still picture: closes of the sample market, and the model's estimate with its range. */
export function ForecastIllustration() {
  const format = useFormat();
  const isInOwnFormats = useSettings().region === 'us';
  return (
    <figure className={styles.figure}>
      <div className={styles.head}>
        <p className={styles.title}>
          <span className={styles.ticker}>{ticker}</span> {companyName}
        </p>
        <p className={styles.price}>{format.price(lastPrice, 'USD')}</p>
      </div>
      <p className={styles.key}>
        <span>Price</span>
        <span className={styles.estimateKey}>Estimate, 30 days</span>
        <span className={styles.rangeKey}>50, 80 and 95% range</span>
      </p>
      <div
        role="img"
        aria-label={`Simulated ${ticker} closes, then the model’s estimate with a range that widens over 30 days`}
        className={styles.picture}
      >
        {/* Its own description has figures too. */}
        <div
          aria-hidden="true"
          className={isInOwnFormats ? undefined : styles.withoutFigures}
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </div>
      <figcaption className={styles.caption}>
        Sample market: simulated prices · forecast by Candor’s own model as of{' '}
        <span className={styles.date}>{format.isoDate(date)}</span>
      </figcaption>
    </figure>
  );
}

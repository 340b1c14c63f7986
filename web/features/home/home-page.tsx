import { Link } from 'wouter';
import { ClaimStrip } from '../../shared/claims/claim-strip.tsx';
import { ForecastIllustration } from '../../shared/illustration/forecast-illustration.tsx';
import { useAuth } from '../../shared/session/use-auth.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import styles from './home-page.module.css';
import { LiveStocks } from './live-stocks.tsx';
import { SmartFeatures } from './smart-features.tsx';

/** The public front page. */
export function HomePage() {
  const { status } = useAuth();
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1>Stock forecasts that show their record</h1>
          <p className={styles.lead}>
            Search a ticker and see where its price may go, how wide the range is, and how often the same
            model was right about that stock before.
          </p>
          <div className={styles.buttons}>
            <ButtonLink href={status === 'signed-in' ? '/prediction' : '/login'} variant="primary">
              Start Analyzing
            </ButtonLink>
            <ButtonLink href="/prediction">View Live Data</ButtonLink>
          </div>
          <p className={styles.demo}>
            No account yet? <Link href="/demo">See a live demo</Link>
          </p>
        </div>
        <ForecastIllustration />
      </section>
      <LiveStocks />
      <SmartFeatures />
      <ClaimStrip page="home" />
    </div>
  );
}

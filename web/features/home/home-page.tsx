import { Suspense } from 'react';
import { Link } from 'wouter';
import { ForecastIllustration } from '../../shared/illustration/forecast-illustration.tsx';
import { useAuth } from '../../shared/session/use-auth.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { onDemand } from '../../shared/ui/on-demand.tsx';
import styles from './home-page.module.css';

/** The hero comes first; what is below it follows in its own file, so that the first words wait for less. */
const { page: HomeSections, preload: preloadHomeSections } = onDemand(
  async () => (await import('./home-sections.tsx')).HomeSections,
);
export { preloadHomeSections };

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
      <Suspense fallback={<div className={styles.rest} />}>
        <HomeSections />
      </Suspense>
    </div>
  );
}

import { Activity, ChartCandlestick, ChartSpline, MessagesSquare } from 'lucide-react';
import { useEffect } from 'react';
import { ClaimStrip } from './claim-strip.tsx';
import { whenIdle } from '../../shared/browser/first-screen.ts';
import { ForecastIllustration } from '../../shared/illustration/forecast-illustration.tsx';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { QuickSearch } from '../../shared/search/quick-search.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Feature, FeatureGrid } from '../../shared/ui/feature-grid.tsx';
import styles from './home-page.module.css';
import { useStore } from '../../store.ts';
import { LiveStocks } from './live-stocks.tsx';

export function HomePage() {
  const { status } = useAuth();
  const store = useStore();
  useEffect(
    () =>
      whenIdle(store, () => {
        import('../../shared/illustration/newest-picture.ts')
          .then(({ showNewestPicture }) => showNewestPicture(store))
          .catch(() => undefined);
      }),
    [store],
  );
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1>Stock forecasts that show their record</h1>
          <p className={styles.lead}>
            Search a ticker to see where its price may go, how wide the range is, and how often such ranges
            held for that stock in the past.
          </p>
          <QuickSearch />
          <div className="cluster">
            <ButtonLink href={status === 'signed-in' ? '/prediction' : '/login'}>Start Analyzing</ButtonLink>
            <ButtonLink href="/prediction">View Live Data</ButtonLink>
            <ButtonLink href="/demo">Open the demo</ButtonLink>
          </div>
        </div>
        <ForecastIllustration />
      </section>
      <LiveStocks />
      <FeatureGrid heading="Smart Features">
        <Feature icon={ChartSpline} title="AI-Powered Forecasts">
          A statistical model estimates a price path and a range for 1, 7, 14 or 30 trading days. The range is
          the forecast; the path is just its middle.
        </Feature>
        <Feature icon={ChartCandlestick} title="Advanced Technical Analysis">
          Candles with volume and a 20-period average, plus RSI, EMA and MACD, all from published formulas.
        </Feature>
        <Feature icon={MessagesSquare} title="Market Sentiment Analysis">
          Recent headlines scored from very bearish to very bullish, with every scored headline listed.
        </Feature>
        <Feature icon={Activity} title="Live Market Data">
          Quotes show their source, exchange time and delay. If a source fails, you see the last good data,
          labeled as such.
        </Feature>
      </FeatureGrid>
      <ClaimStrip page="home" />
    </div>
  );
}

import { ChartCandlestick, ChartSpline, Check, Gauge, History, MessagesSquare, Signal } from 'lucide-react';
import { ClaimStrip } from './claim-strip.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Feature, FeatureGrid } from '../../shared/ui/feature-grid.tsx';
import styles from './about-page.module.css';
import page from './home-page.module.css';

const BENEFITS = [
  'See every forecast with its uncertainty.',
  'Check where each price comes from, and when.',
  'See how the model did in the past before you decide what its forecast is worth.',
  'Get the same charts on your phone and on a large screen.',
  'Work by keyboard, in dark or light, with reduced motion.',
  'Your watchlist follows your account. Your statistics stay in your browser.',
] as const;

export function AboutPage() {
  return (
    <div className={page.page}>
      <header className={`${styles.hero} stack`}>
        <h1>A forecast is only as good as its track record</h1>
        <p className={page.lead}>
          For people who invest their own money: a price estimate, its range and the model’s past results on
          one page.
        </p>
      </header>

      <ClaimStrip page="about" />

      <section aria-labelledby="mission" className={styles.mission}>
        <h2 id="mission">Our mission</h2>
        <div className={styles.prose}>
          <p>
            Most forecasts are a single number with no history. We do the opposite: an honest range, a reason
            for every signal, and a track record anyone can check.
          </p>
          <p>
            Nobody can know tomorrow’s price. But we can estimate how far it may move, and measure how often
            those ranges held.
          </p>
        </div>
      </section>

      <Features />

      <Benefits />

      <section id="sample-market" aria-labelledby="sample-market-title" className={styles.mission}>
        <h2 id="sample-market-title">The sample market</h2>
        <div className={styles.prose}>
          <p>
            Without a source of real prices, Candor runs on a sample market: a program generates its prices,
            news and sentiment. Tickers, company names and exchanges are real; the prices are not. Every
            screen that shows them says so.
          </p>
        </div>
      </section>

      <section aria-label="Next step" className={styles.next}>
        <p>Pick a ticker, and check its track record first.</p>
        <ButtonLink href="/prediction" variant="primary">
          Get Started Now
        </ButtonLink>
      </section>
    </div>
  );
}

function Features() {
  return (
    <FeatureGrid heading="What it does">
      <Feature icon={ChartSpline} title="Forecasts as ranges">
        A price estimate 1, 7, 14 or 30 trading days ahead, always with its range.
      </Feature>
      <Feature icon={Signal} title="BUY/SELL/HOLD signals">
        Signals with confidence scores, and the inputs behind each one.
      </Feature>
      <Feature icon={History} title="A track record">
        How the same model would have done on this stock’s past, misses included.
      </Feature>
      <Feature icon={ChartCandlestick} title="Technical charts">
        Candles, volume, a moving average, RSI, EMA and MACD, all from published formulas.
      </Feature>
      <Feature icon={MessagesSquare} title="Sentiment and news">
        Recent headlines, each with its score, and a gauge that averages them.
      </Feature>
      <Feature icon={Gauge} title="Performance by range">
        How far the price has moved over a week, a month, a year or longer.
      </Feature>
    </FeatureGrid>
  );
}

function Benefits() {
  return (
    <section aria-labelledby="benefits" className={`${styles.benefits} stack`}>
      <h2 id="benefits">What you get</h2>
      <ul>
        {BENEFITS.map((benefit) => (
          <li key={benefit}>
            <Check size={16} strokeWidth={1.75} aria-hidden />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}

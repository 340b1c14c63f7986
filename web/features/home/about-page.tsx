import { ChartCandlestick, ChartSpline, Check, Gauge, History, MessagesSquare, Signal } from 'lucide-react';
import { ClaimStrip } from './claim-strip.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { FeatureGrid } from '../../shared/ui/feature-grid.tsx';
import styles from './about-page.module.css';
import page from './home-page.module.css';

const FEATURES = [
  {
    icon: ChartSpline,
    title: 'Forecasts as ranges',
    text: 'An estimated price for 1, 7, 14 or 30 days ahead, always with the range that it may end in.',
  },
  {
    icon: Signal,
    title: 'BUY/SELL/HOLD signals',
    text: 'Signals with confidence scores, and the inputs that led to each of them.',
  },
  {
    icon: History,
    title: 'A track record',
    text: 'How the same model would have done on this stock’s past, hits and misses alike.',
  },
  {
    icon: ChartCandlestick,
    title: 'Technical charts',
    text: 'Candles, volume, a moving average, RSI, EMA and MACD, all by published formulas.',
  },
  {
    icon: MessagesSquare,
    title: 'Sentiment and news',
    text: 'Recent headlines with their scores, and the gauge they add up to.',
  },
  {
    icon: Gauge,
    title: 'Performance by range',
    text: 'How far the price has moved over a week, a month, a year and more.',
  },
] as const;

const BENEFITS = [
  'You see every number together with its uncertainty.',
  'You can check the source and time of every figure.',
  'You see how the model did before you decide what its forecast is worth.',
  'You get the same charts on a phone and on a large screen.',
  'You can work by keyboard, in dark or light, with reduced motion.',
  'Your watchlist follows your account; your statistics stay in your browser.',
] as const;

export function AboutPage() {
  return (
    <div className={page.page}>
      <header className={`${styles.hero} stack`}>
        <h1>A forecast is worth what its record shows</h1>
        <p className={page.lead}>
          Candor puts a price estimate, its range and the model’s past results on one page, for people who
          invest their own money.
        </p>
      </header>

      <ClaimStrip page="about" />

      <section aria-labelledby="mission" className={styles.mission}>
        <h2 id="mission">Our mission</h2>
        <div className={styles.prose}>
          <p>
            Most forecasts are a single number with no history. We want the opposite: a range that is honest
            about its width, a reason for each signal, and a record that anyone can check.
          </p>
          <p>
            Tomorrow’s price cannot be known. How far it may move can be estimated, and how often the estimate
            was right can be measured.
          </p>
        </div>
      </section>

      <FeatureGrid heading="What it does" features={FEATURES} />

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

      <section id="sample-market" aria-labelledby="sample-market-title" className={styles.mission}>
        <h2 id="sample-market-title">The sample market</h2>
        <div className={styles.prose}>
          <p>
            Where no source of real prices is set up, Candor runs on a sample market: a program makes up its
            prices, news and sentiment. Tickers and company names are real; nothing else is. Every screen that
            shows it says so.
          </p>
        </div>
      </section>

      <section aria-label="Next step" className={styles.next}>
        <p>Pick a ticker and read its record first.</p>
        <ButtonLink href="/prediction" variant="primary">
          Get Started Now
        </ButtonLink>
      </section>
    </div>
  );
}

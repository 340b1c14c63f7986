import { SIGNAL_SCORE, STRONG_SIGNAL_SCORE, type TechnicalSignal } from '#compute';
import { Link } from 'wouter';
import styles from './header-card.module.css';

/** The parts of the signal's score: what was read, what it reads, what it adds. */
export function SignalReasons({ signal }: { signal: TechnicalSignal }) {
  return (
    <div className={styles.reasons}>
      <p>
        {signal.level} describes the trend of the past, not the future. Its score is{' '}
        {formatScore(signal.score)} on a scale from -1 to +1, the sum of the votes below. BUY starts at{' '}
        {formatScore(SIGNAL_SCORE)}, STRONG BUY at {formatScore(STRONG_SIGNAL_SCORE)}, SELL and STRONG SELL at
        the same below zero. <Link href="/method#signal">How the signal is made</Link>
      </p>
      <ul>
        {signal.reasons.map(({ input, reading, contribution }) => (
          <li key={input}>
            <span>{input}</span>
            <span className={styles.reading}>{reading}</span>
            <span className={contribution >= 0 ? styles.gain : styles.loss}>{formatScore(contribution)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function formatScore(score: number): string {
  return `${score < 0 ? '-' : '+'}${Math.abs(score).toFixed(2)}`;
}

import {
  SIGNAL_SCORE,
  SIGNAL_VOTE,
  STRONG_SIGNAL_SCORE,
  signalHistory,
  type Format,
  type SignalHistory,
  type SignalSideHistory,
} from '#compute';
import { Link } from 'wouter';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { ForecastListing } from '../../../shared/api/listing-queries.ts';
import styles from './signal-reasons.module.css';

export function SignalReasons({ finished, analysis }: Pick<ForecastListing, 'finished' | 'analysis'>) {
  const format = useFormat();
  const { signal, indicators, forecast } = analysis;
  const history = signalHistory(finished, indicators, forecast.horizonDays);
  return (
    <div className={styles.reasons}>
      <p>
        {signal.level} describes the past trend, not the future. The votes below total{' '}
        {formatScore(format, signal.score)} on a scale from −1 to +1. BUY starts at{' '}
        {formatScore(format, SIGNAL_SCORE)}, STRONG BUY at {formatScore(format, STRONG_SIGNAL_SCORE)}; SELL
        and STRONG SELL mirror that below zero. During a session, the level changes once the total is{' '}
        {format.fixed(SIGNAL_VOTE, 3)} past the limit. <Link href="/method#signal">How the signal works</Link>
      </p>
      <ul>
        {signal.reasons.map(({ input, reading, contribution }) => (
          <li key={input}>
            <span>{input}</span>
            <span className={styles.reading}>{format.sentence(reading)}</span>
            <span className={contribution === 0 ? undefined : contribution > 0 ? 'gain' : 'loss'}>
              {formatScore(format, contribution)}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.followed}>{history === null ? TOO_SHORT : followed(format, history)}</p>
    </div>
  );
}

const TOO_SHORT = 'The price history is too short to measure what followed past signals.';

function followed(format: Format, history: SignalHistory): string {
  const { buy, sell, horizonDays } = history;
  const sides = [
    buy && `After BUY or STRONG BUY, the price rose in ${share(format, buy)}.`,
    sell && `After SELL or STRONG SELL, it fell in ${share(format, sell)}.`,
  ].filter((side) => side !== null);
  const when = `Checked weekly from ${format.isoDate(history.from)} to ${format.isoDate(history.to)}, ${horizonDays === 1 ? '1 session' : `${horizonDays} sessions`} later each time.`;
  return [when, ...(sides.length === 0 ? ['The signal was always HOLD.'] : sides)].join(' ');
}

function share(format: Format, { n, hitRate, baseRate }: SignalSideHistory): string {
  const interval = `${format.share(hitRate.low)} to ${format.share(hitRate.high)}`;
  return `${format.share(hitRate.value)} of ${format.count(n)} cases (95% interval ${interval}), compared with ${format.share(baseRate)} of all weeks`;
}

/** Votes are eighths, which three decimals write exactly, so the votes shown add up to the score shown. */
function formatScore(format: Format, score: number): string {
  return format.fixed(score, 3, { signed: score !== 0 });
}

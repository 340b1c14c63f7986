import { sentimentLabel, sentimentTone } from '#compute';
import type { SentimentResponse } from '#worker/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { classNames } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { VisuallyHidden } from '../../../shared/ui/announcement.tsx';
import styles from './sentiment-card.module.css';

/** Half circle of radius 80 around (100, 96), opening downwards. */
const ARC = 'M 20 96 A 80 80 0 0 1 180 96';
const NEEDLE_LENGTH = 87;

const FIRST_HEADLINES = 2;

export function SentimentCard({ sentiment }: { sentiment: SentimentResponse }) {
  const format = useFormat();
  const { score, article_count: count, headlines, source } = sentiment;
  const kind = source === 'sample' ? 'simulated ' : '';
  const tone = sentimentTone(score);
  const rest = headlines.slice(FIRST_HEADLINES);
  return (
    <Card title="Stock Sentiment" titleId="sentiment" subtitle="Real-time market sentiment analysis">
      <div className={styles.gauge}>
        <Gauge score={score} />
        <div>
          <p className={styles.label}>
            <strong className={tone === 'neutral' ? undefined : tone}>{sentimentLabel(score)}</strong>{' '}
            <span>{format.fixed(score, 2, { signed: true })}</span>
            <VisuallyHidden> on a scale from −1, bearish, to +1, bullish</VisuallyHidden>
          </p>
          <p className={styles.count}>
            based on {count} {kind}
            {count === 1 ? 'headline' : 'headlines'}
          </p>
        </div>
      </div>
      {headlines.length > 0 && <Headlines headlines={headlines.slice(0, FIRST_HEADLINES)} />}
      {rest.length > 0 && (
        <details className={classNames('disclosure', styles.rest)}>
          <summary>
            {rest.length} more scored {rest.length === 1 ? 'headline' : 'headlines'}
          </summary>
          <Headlines headlines={rest} />
        </details>
      )}
    </Card>
  );
}

function Gauge({ score }: { score: number }) {
  const bounded = Math.min(Math.max(score, -1), 1);
  const angle = (Math.PI * (1 - bounded)) / 2;
  return (
    <svg viewBox="0 0 200 122" aria-hidden="true">
      <path className={styles.track} d={ARC} />
      <path
        className={styles[sentimentTone(score)]}
        d={ARC}
        pathLength={2}
        strokeDasharray={`${Math.abs(bounded)} 4`}
        strokeDashoffset={bounded < 0 ? Math.abs(bounded) - 1 : -1}
      />
      {/* The first one sets the needle off from the colour of the arc. */}
      {[styles.needleGround, styles.needle].map((className) => (
        <line
          key={className}
          className={className}
          x1="100"
          y1="96"
          x2={100 + NEEDLE_LENGTH * Math.cos(angle)}
          y2={96 - NEEDLE_LENGTH * Math.sin(angle)}
        />
      ))}
      <circle className={styles.hub} cx="100" cy="96" r="5" />
      <text className={styles.end} x="4" y="118">
        −1 Bearish
      </text>
      <text className={styles.end} x="196" y="118" textAnchor="end">
        Bullish +1
      </text>
    </svg>
  );
}

function Headlines({ headlines }: { headlines: SentimentResponse['headlines'] }) {
  const format = useFormat();
  return (
    <ul className={styles.headlines} aria-label="Scored headlines">
      {headlines.map(({ headline, score, datetime, url, source }) => (
        <li key={`${datetime} ${source} ${headline}`}>
          {url === '' ? (
            <span>{headline}</span>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {headline}
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
            </a>
          )}{' '}
          <span className={sentimentTone(score)}>{format.fixed(score, 2, { signed: true })}</span>
        </li>
      ))}
    </ul>
  );
}

import { sentimentLabel, sentimentTone } from '#compute';
import type { SentimentResponse } from '#worker/contract';
import { useRef } from 'react';
import { ExportButtons } from '../../shared/export/export-buttons.tsx';
import { formatFixed } from '../../shared/format/conventions.ts';
import { Card } from '../../shared/ui/card.tsx';
import styles from './sentiment-card.module.css';

/** Half circle of radius 80 around (100, 96), opening downwards. */
const ARC = 'M 20 96 A 80 80 0 0 1 180 96';
const NEEDLE_LENGTH = 62;

/** The score of a listing's headlines on a half-circle from -1 to +1, with its label in words. */
export function SentimentCard({ sentiment }: { sentiment: SentimentResponse }) {
  const { score, article_count: count, source } = sentiment;
  const kind = source === 'sample' ? 'simulated ' : '';
  const label = sentimentLabel(score);
  const tone = sentimentTone(score);
  const bounded = Math.min(Math.max(score, -1), 1);
  const angle = (Math.PI * (1 - bounded)) / 2;
  const signed = `${score < 0 ? '-' : '+'}${formatFixed(Math.abs(score), 2)}`;
  const drawing = useRef<HTMLDivElement>(null);
  return (
    <Card
      title="Stock Sentiment"
      subtitle="Real-time market sentiment analysis"
      actions={
        <ExportButtons
          exportable={{
            title: 'Stock Sentiment',
            kind: 'estimate',
            origin: sentiment,
            rows: async () => (await import('./listing-rows.ts')).sentimentRows(sentiment),
          }}
          picture={drawing}
        />
      }
    >
      <div ref={drawing} className={styles.gauge}>
        <svg viewBox="0 0 200 112" role="img" aria-label={`Sentiment ${signed} on a scale from -1 to +1`}>
          <path className={styles.track} d={ARC} />
          <path
            className={styles[tone]}
            d={ARC}
            pathLength={2}
            strokeDasharray={`${Math.abs(bounded)} 4`}
            strokeDashoffset={bounded < 0 ? Math.abs(bounded) - 1 : -1}
          />
          <line
            className={styles.needle}
            x1="100"
            y1="96"
            x2={100 + NEEDLE_LENGTH * Math.cos(angle)}
            y2={96 - NEEDLE_LENGTH * Math.sin(angle)}
          />
          <circle className={styles.hub} cx="100" cy="96" r="5" />
        </svg>
        <p className={styles.label}>
          <strong className={styles[`${tone}Text`]}>{label}</strong> <span>{signed}</span>
        </p>
        <p className={styles.count}>
          from {count} {kind}
          {count === 1 ? 'headline' : 'headlines'}
        </p>
      </div>
    </Card>
  );
}

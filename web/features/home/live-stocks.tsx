import { Pause, Play } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useMediaQuery } from '../../shared/ui/use-media-query.ts';
import styles from './live-stocks.module.css';
import { SAMPLE_STOCKS } from './sample-stocks.ts';
import { StockCard } from './stock-card.tsx';
import { usePageHidden } from './use-page-hidden.ts';
import { rotationWindow, useRotation } from './use-rotation.ts';

/**
 * Three of ten simulated stocks, rotating. Stops for the visitor's own pause, for a pointer or the focus on the cards,
 * and while the tab is hidden; where reduced motion is asked for it starts paused.
 */
export function LiveStocks() {
  const headingId = useId();
  const [choice, setChoice] = useState<'paused' | 'playing' | null>(null);
  const prefersStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const isPaused = choice === null ? prefersStill : choice === 'paused';
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHidden = usePageHidden();
  const start = useRotation(SAMPLE_STOCKS.length, isPaused || isPointed || isFocused || isHidden);
  const Icon = isPaused ? Play : Pause;
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 id={headingId}>Live Stock Data</h2>
          <Badge tone="accent">Simulated prices</Badge>
        </div>
        <Button size="sm" onClick={() => setChoice(isPaused ? 'playing' : 'paused')}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {isPaused ? 'Play' : 'Pause'}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it listens, it does not act */}
      <ul
        className={styles.cards}
        onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        {rotationWindow(SAMPLE_STOCKS, start).map((stock) => (
          <li key={stock.symbol}>
            <StockCard stock={stock} />
          </li>
        ))}
      </ul>
    </section>
  );
}

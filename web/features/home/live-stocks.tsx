import { Pause, Play } from 'lucide-react';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useMediaQuery } from '../../shared/ui/browser-state.ts';
import styles from './live-stocks.module.css';
import { SAMPLE_STOCKS } from './sample-stocks.ts';
import { StockCard } from './stock-card.tsx';

export const ROTATION_INTERVAL_MS = 10_000;
export const ROTATION_STEP = 3;

/**
 * Three of ten simulated stocks, rotating. Stops for the visitor's own pause, for a pointer or the focus on the cards,
 * and while the tab is hidden; where reduced motion is asked for it starts paused.
 */
export function LiveStocks({ random = Math.random }: { random?: () => number }) {
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
            <StockCard stock={stock} random={random} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The items shown from a start position: as many as one step, wrapping around the end. */
export function rotationWindow<Item>(items: readonly Item[], start: number): Item[] {
  return Array.from({ length: ROTATION_STEP }, (_, offset) => items[(start + offset) % items.length]).filter(
    (item) => item !== undefined,
  );
}

/** The start position, which advances by 3 with wrap-around every 10 s while not paused. */
export function useRotation(count: number, isPaused: boolean): number {
  const [start, setStart] = useState(0);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setInterval(() => setStart((from) => (from + ROTATION_STEP) % count), ROTATION_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [count, isPaused]);
  return start;
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether the page's tab is out of sight. */
function usePageHidden(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.hidden,
    () => false,
  );
}

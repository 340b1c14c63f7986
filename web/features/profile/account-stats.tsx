import { useState } from 'react';
import { browserStorage } from '../../shared/state/browser-storage.ts';
import { formatAccuracyRate, readLocalStats } from '../../shared/stats/local-stats.ts';
import { Tile } from '../../shared/ui/tile.tsx';
import styles from './profile-page.module.css';

/** What this browser counted for the user. The accuracy rate is drawn at random, and says so. */
export function AccountStats({ email }: { email: string | null }) {
  const [stats] = useState(() => readLocalStats(browserStorage(), email ?? ''));
  return (
    <div className={styles.stats}>
      <Tile label="Predictions Made" value={stats.predictions} detail="Analyses in this browser" />
      <Tile label="Stocks Tracked" value={stats.stocksTracked.length} detail="Different tickers" />
      <Tile
        label="Accuracy Rate"
        value={formatAccuracyRate(stats)}
        chip="Simulated"
        detail="Counted at random for demonstration; not a measurement."
      />
    </div>
  );
}

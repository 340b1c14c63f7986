import { formatLocalTime } from '../../shared/format/dates.ts';
import type { StockLoad } from './state.ts';
import styles from './stock-page.module.css';

/** A quiet strip while what is on screen is older than it should be. */
export function Freshness({ load }: { load: StockLoad }) {
  if (load.data === null) return null;
  const { response, receivedAtMs } = load.data;
  if (load.status === 'failed' && load.isBackground) {
    return (
      <output className={styles.freshness}>
        Stale: data from {formatLocalTime(receivedAtMs)}, retrying in 30 s
      </output>
    );
  }
  if (!response.stale) return null;
  return (
    <output className={styles.freshness}>
      Stale: data from {formatLocalTime(Date.parse(response.fetched_at))}, the source does not answer
    </output>
  );
}

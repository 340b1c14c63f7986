import { LineSwatch } from '../../shared/charts/line-swatch.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { useNow } from '../../shared/ui/browser-state.ts';
import { useSettings } from '../../shared/settings/use-settings.tsx';
import type { WithinDay } from './workbench-series.ts';
import styles from './workbench.module.css';

/** Ages are shown in minutes. */
const CLOCK_MS = 30_000;

/** What is marked on bars within the day, the day in figures, and what there is not. */
export function SessionLegend({ withinDay }: { readonly withinDay: WithinDay }) {
  const format = useFormat();
  const nowMs = useNow(CLOCK_MS);
  const { clock } = useSettings();
  const { response, closeBefore, dayRange } = withinDay;
  const { currency, interval_seconds: seconds } = response;
  const price = (value: number) => format.price(value, currency);
  const parts = new Set(response.session_parts.map(({ part }) => part));
  const extended = [parts.has('pre') && 'pre-market', parts.has('post') && 'after hours'].filter(Boolean);
  const city = response.exchange_timezone.split('/').at(-1)?.replaceAll('_', ' ');
  return (
    <ul className={styles.legend} aria-label="Session">
      {extended.length > 0 && (
        <li className={styles.fact}>
          <span className={styles.shade} aria-hidden="true" /> Shaded: {extended.join(' and ')}
        </li>
      )}
      {!parts.has('regular') && <li className={styles.fact}>Regular trading has not begun</li>}
      {closeBefore !== null && (
        <li className={styles.fact}>
          <LineSwatch color="text-3" dash={[6, 4]} widthPx={1} /> {closeBefore.name}{' '}
          {price(closeBefore.price)}
        </li>
      )}
      {dayRange !== null && (
        <li className={styles.fact}>
          Day’s high {price(dayRange.high)}, low {price(dayRange.low)}
        </li>
      )}
      <li className={styles.fact}>
        Last trade: {format.relativeTime(Date.parse(response.as_of) / 1000, nowMs)}
      </li>
      <li className={styles.quiet}>
        Bars of {seconds / 60} min, {clock === 'local' ? 'local time' : `${city} time`}: no other interval,
        and no forecast within the day.
      </li>
    </ul>
  );
}

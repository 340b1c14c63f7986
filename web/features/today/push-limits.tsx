import { useAlertRecord } from '../../shared/alerts/use-alert-record.ts';
import { Select } from '../../shared/ui/field.tsx';
import { storeLimits, type PushLimits as Limits } from '../../shared/user-data/alert-events.ts';
import styles from './today-page.module.css';

const QUIET = [
  { value: '', label: 'None' },
  { value: '20-7', label: '20:00 to 7:00' },
  { value: '22-7', label: '22:00 to 7:00' },
  { value: '0-8', label: '0:00 to 8:00' },
] as const;

const PER_DAY = [
  { value: '5', label: '5 a day' },
  { value: '20', label: '20 a day' },
  { value: '100', label: '100 a day' },
] as const;

/** Of an account that has chosen nothing. */
const DEFAULT: Limits = { quiet: null, per_day: 20 };

/** When a user is not pushed to, and how often at most. What is held back is on the page all the same. */
export function PushLimits({ owner }: { owner: string }) {
  const limits = useAlertRecord().limits ?? DEFAULT;
  const quiet = limits.quiet === null ? '' : `${limits.quiet.from}-${limits.quiet.to}`;
  const change = (part: Partial<Limits>) => storeLimits(owner, { ...limits, ...part });
  return (
    <div className={styles.limits}>
      <Select
        label="Quiet hours, without notifications"
        options={QUIET}
        value={QUIET.find(({ value }) => value === quiet)?.value ?? ''}
        onChange={(value) => {
          const [from = 0, to = 0] = value.split('-').map(Number);
          const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
          change({ quiet: value === '' ? null : { from, to, timezone: timeZone } });
        }}
      />
      <Select
        label="Notifications at most"
        options={PER_DAY}
        value={PER_DAY.find(({ value }) => value === String(limits.per_day))?.value ?? '20'}
        onChange={(value) => change({ per_day: Number(value) })}
      />
    </div>
  );
}

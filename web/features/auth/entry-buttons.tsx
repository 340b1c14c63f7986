import { Button } from '../../shared/ui/button.tsx';
import styles from './auth-layout.module.css';
import { GoogleButton } from './google-button.tsx';
import type { EntryWay } from './use-entry.ts';

/** The two ways in at the foot of a form; while one is busy, neither can be chosen. */
export function EntryButtons({
  label,
  busyLabel,
  googleLabel,
  busyWith,
  onGoogle,
}: {
  label: string;
  busyLabel: string;
  googleLabel: string;
  busyWith: EntryWay | null;
  onGoogle: () => void;
}) {
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        busy={busyWith === 'password'}
        busyLabel={busyLabel}
        disabled={busyWith !== null}
      >
        {label}
      </Button>
      <span className={styles.or}>or</span>
      <GoogleButton label={googleLabel} disabled={busyWith !== null} onClick={onGoogle} />
    </>
  );
}

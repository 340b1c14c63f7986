import { preconnect } from 'react-dom';
import { isReducedData } from '../../shared/settings/settings-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useIsHydrated } from '../../shared/ui/use-is-hydrated.ts';
import styles from './auth-layout.module.css';
import type { EntryWay } from './use-entry.ts';

/**
 * The two ways in at the foot of a form; while one is busy, neither can be chosen. Disabled until hydration: before, the browser
 * itself would send the form.
 */
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
  const isDisabled = !useIsHydrated() || busyWith !== null;
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        busy={busyWith === 'password'}
        busyLabel={busyLabel}
        disabled={isDisabled}
      >
        {label}
      </Button>
      <span className={styles.or}>or</span>
      <GoogleButton label={googleLabel} disabled={isDisabled} onClick={onGoogle} />
    </>
  );
}

/** Where the popup's script comes from. The click must open the window within seconds, or browsers block it. */
const GOOGLE_SCRIPT_ORIGIN = 'https://apis.google.com';
const warmUp = () => isReducedData() || preconnect(GOOGLE_SCRIPT_ORIGIN);

/** The way in by a Google account. */
function GoogleButton({
  label,
  disabled,
  onClick,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <Button disabled={disabled} onClick={onClick} onPointerEnter={warmUp} onFocus={warmUp}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path
          d="M15 8.2H8.2M13 3.4A6.6 6.6 0 1 0 14.6 8.2"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
        />
      </svg>
      {label}
    </Button>
  );
}

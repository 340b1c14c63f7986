import { clearListingsCache } from '../../shared/state/browser-storage.ts';
import { changeSettings } from '../../shared/settings/settings-store.ts';
import { useSettings } from '../../shared/settings/use-settings.tsx';
import { useState } from 'react';
import type { Region } from '../../shared/format/regions.ts';
import { useTheme } from '../../shared/theme/theme.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Delta } from '../../shared/ui/delta.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Select } from '../../shared/ui/field.tsx';
import {
  CLOCK_NAMES,
  PALETTE_NAMES,
  REGION_NAMES,
  SHORTCUTS_NAMES,
  THEME_NAMES,
  TRAFFIC_NAMES,
} from '../../shared/settings/setting-names.ts';
import styles from './settings-panel.module.css';

/** Everything that can be chosen for this browser. A choice takes effect at once. Shown in a dialog and as a page. */
export function SettingsPanel() {
  const { palette, region, clock, traffic, shortcuts } = useSettings();
  const { theme, setTheme } = useTheme();
  return (
    <>
      <div className={styles.setting}>
        <p>Theme</p>
        <Segmented label="Theme" options={optionsOf(THEME_NAMES)} value={theme} onChange={setTheme} />
      </div>
      <div className={styles.setting}>
        <p>
          Palette
          <span className={styles.note}>
            <Delta value={1} text="1.20%" /> <Delta value={-1} text="0.80%" />
          </span>
        </p>
        <Segmented
          label="Palette"
          options={optionsOf(PALETTE_NAMES)}
          value={palette}
          onChange={(chosen) => changeSettings({ palette: chosen })}
        />
      </div>
      <div className={styles.setting}>
        <p>
          Time of quotes
          <span className={styles.note}>Daily bars keep the exchange’s calendar date.</span>
        </p>
        <Segmented
          label="Time of quotes"
          options={optionsOf(CLOCK_NAMES)}
          value={clock}
          onChange={(chosen) => changeSettings({ clock: chosen })}
        />
      </div>
      <div className={styles.setting}>
        <p>
          Data use
          <span className={styles.note}>
            Reduced: no images, no prefetching, no automatic refresh. Your alerts are still checked.
          </span>
        </p>
        <Segmented
          label="Data use"
          options={optionsOf(TRAFFIC_NAMES)}
          value={traffic}
          onChange={(chosen) => changeSettings({ traffic: chosen })}
        />
      </div>
      <div className={styles.setting}>
        <p>
          Single-key shortcuts
          <span className={styles.note}>/, ? and 1 to 6. Those with Ctrl or ⌘ stay.</span>
        </p>
        <Segmented
          label="Single-key shortcuts"
          options={optionsOf(SHORTCUTS_NAMES)}
          value={shortcuts}
          onChange={(chosen) => changeSettings({ shortcuts: chosen })}
        />
      </div>
      <div className={styles.region}>
        <Select<Region>
          label="Numbers and dates"
          options={optionsOf(REGION_NAMES)}
          value={region}
          onChange={(chosen) => changeSettings({ region: chosen })}
        />
      </div>
      <ClearData />
    </>
  );
}

/** Where the identity provider's code keeps the session. */
const SIGN_IN_PREFIX = 'firebase:';

/**
 * Removes everything that these storage areas hold, for every user of this browser, except the sign-in. An area that
 * refuses access is left alone.
 */
export function clearStorage(openAreas: readonly (() => Storage)[]): void {
  for (const openArea of openAreas) {
    try {
      const area = openArea();
      for (const key of Object.keys(area)) if (!key.startsWith(SIGN_IN_PREFIX)) area.removeItem(key);
    } catch {
      // Private modes refuse.
    }
  }
}

async function clear() {
  await clearListingsCache();
  // With nothing in between, or the page would write some of it again.
  clearStorage([() => localStorage, () => sessionStorage]);
  location.reload();
}

/** Asks first. Afterwards the page starts over, so that nothing of what was cleared lives on in memory. */
function ClearData() {
  const [step, setStep] = useState<'idle' | 'asking' | 'declined'>('idle');
  if (step !== 'asking') {
    return (
      <div className={styles.setting}>
        <p>
          Data in this browser
          <span className={styles.note}>
            Settings, lists, recent tickers, statistics, recorded forecasts, listings stored for offline use.
          </span>
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes back in place of the answer that had the focus */}
        <Button size="sm" autoFocus={step === 'declined'} onClick={() => setStep('asking')}>
          Clear my data
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.setting} role="group" aria-label="Clear my data">
      <p>Clear all that Candor keeps in this browser? You stay signed in. This cannot be undone.</p>
      <span className={styles.buttons}>
        <Button size="sm" variant="danger" onClick={() => void clear()}>
          Clear
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question replaces the button that had the focus */}
        <Button size="sm" autoFocus onClick={() => setStep('declined')}>
          Keep
        </Button>
      </span>
    </div>
  );
}

function optionsOf<Value extends string>(names: Readonly<Record<Value, string>>) {
  return (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }));
}

import type { ComponentProps, ReactNode } from 'react';
import { Modal } from '../../shared/ui/modal.tsx';
import { useSetAtom, useStore, type Store } from '../../store.ts';
import { editAtom } from '../../shared/user/user-items.ts';
import { finishWork, unfinishedWorkAtom } from '../../shared/sign-in/auth.ts';
import { startSync } from '../../shared/sync/account-sync.ts';
import { clearListingsCache } from '../../shared/browser/caches.ts';
import { useSettings } from '../../shared/user/settings.ts';
import { useTheme } from '../../shared/user/theme.tsx';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { ConfirmButton } from '../../shared/ui/ask-first.tsx';
import { Delta } from '../../shared/ui/badge.tsx';
import { optionsOf, Segmented, Select } from '../../shared/ui/field.tsx';
import { ProsePage } from '../../shared/ui/page.tsx';
import {
  CHOICES,
  REGION_NAMES,
  THEME_NAMES,
  setSetting,
  type ChoiceName,
} from '../../shared/user/change-settings.ts';
import styles from './settings-panel.module.css';

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Settings" onClose={onClose}>
      <div className={styles.dialog}>
        <SettingsPanel />
      </div>
    </Modal>
  );
}

export function SettingsPage() {
  return (
    <ProsePage
      title="Settings"
      lead="Changes take effect immediately. If you’re signed in, they follow you to your other browsers (except the theme)."
    >
      <div className={styles.card}>
        <SettingsPanel />
      </div>
    </ProsePage>
  );
}

const NOTES: Readonly<Record<ChoiceName, ReactNode>> = {
  palette: (
    <>
      <Delta value={1} text="+1.20%" /> <Delta value={-1} text="−0.80%" />
    </>
  ),
  clock: 'Trading days always use the exchange’s date.',
  traffic:
    'Reduced loads no images, loads nothing in advance and doesn’t refresh automatically. Your alerts are still checked.',
  shortcuts: '/, ?, I, D, L, F, R, P, comma, period and 1 to 8. Shortcuts with Ctrl or ⌘ always work.',
};

function SettingsPanel() {
  const settings = useSettings();
  const edit = useSetAtom(editAtom);
  const { theme, setTheme } = useTheme();
  return (
    <>
      <Choice label="Theme" names={THEME_NAMES} value={theme} onChange={setTheme} />
      {CHOICES.map(({ name, label, names }) => (
        <Choice
          key={name}
          label={label}
          note={NOTES[name]}
          names={names}
          value={settings[name]}
          onChange={(chosen) => edit(setSetting(name, chosen))}
        />
      ))}
      <div className={styles.region}>
        <Select
          label="Numbers and dates"
          options={optionsOf(REGION_NAMES)}
          value={settings.region}
          onChange={(region) => edit(setSetting('region', region))}
        />
      </div>
      <ClearData />
    </>
  );
}

type ChoiceProps<Value extends string> = Omit<ComponentProps<typeof Segmented<Value>>, 'options'> & {
  readonly note?: ReactNode;
  readonly names: Readonly<Record<Value, string>>;
};

function Choice<Value extends string>({ note, names, ...choice }: ChoiceProps<Value>) {
  return (
    <div className={styles.setting}>
      <p>
        {choice.label}
        {note && <span className={styles.note}>{note}</span>}
      </p>
      <Segmented {...choice} options={optionsOf(names)} />
    </div>
  );
}

/** Empties these storage areas for every user of this browser, except for the identity provider's entries. */
export function clearStorage(openAreas: readonly (() => Storage)[]): void {
  for (const openArea of openAreas) {
    try {
      const area = openArea();
      for (const key of Object.keys(area)) if (!key.startsWith('firebase:')) area.removeItem(key);
    } catch {
      // Private modes may refuse access.
    }
  }
}

async function clear(store: Store, { user, idToken }: ReturnType<typeof useAuth>) {
  // Send pending changes first, or they would be lost. On a page that has just opened, the sync has not started.
  if (user && store.get(unfinishedWorkAtom) === null) startSync(store, user.uid, idToken);
  await finishWork(store);
  await clearListingsCache();
  // Clear and reload without a pause, or the page would write some of it again.
  clearStorage([() => localStorage, () => sessionStorage]);
  location.reload();
}

/** Clears this browser's data and reloads, so that nothing of it stays in memory. */
function ClearData() {
  const store = useStore();
  const auth = useAuth();
  return (
    <ConfirmButton
      action="Clear data"
      label="Clear data"
      question={
        auth.user
          ? 'Clear everything Candor stores in this browser? You’ll stay signed in, and your account’s data will be downloaded again. Your theme and statistics will be lost.'
          : 'Clear everything Candor stores in this browser? This cannot be undone.'
      }
      className={styles.setting}
      onClear={() => void clear(store, auth)}
    >
      <p>
        Data in this browser
        <span className={styles.note}>
          Settings, watchlist, alerts, recent tickers, statistics, saved forecasts, and listings saved for
          offline use. You can turn on notifications for this browser in Today. Privacy explains what they
          contain.
        </span>
      </p>
    </ConfirmButton>
  );
}

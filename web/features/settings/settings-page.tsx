import styles from './settings.module.css';
import { SettingsPanel } from './settings-panel.tsx';

/** The settings at an address of their own. */
export function SettingsPage() {
  return (
    <div className={styles.page}>
      <header>
        <h1>Settings</h1>
        <p className={styles.lead}>
          Each choice takes effect at once. Signed in, it follows you to your other browsers.
        </p>
      </header>
      <div className={styles.card}>
        <SettingsPanel />
      </div>
    </div>
  );
}

import { Modal } from '../../shared/ui/modal.tsx';
import styles from './settings.module.css';
import { SettingsPanel } from './settings-panel.tsx';

/** The settings over the page that is open. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Settings" onClose={onClose}>
      <div className={styles.dialog}>
        <SettingsPanel />
      </div>
    </Modal>
  );
}

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './toast.module.css';

export type ToastProps = {
  isOpen: boolean;
  onDismiss: () => void;
  children: ReactNode;
  /** One control beside the message. */
  action?: ReactNode;
};

/**
 * A short message at the foot of the window that waits for its turn to be read out and stays until it is dismissed. Its
 * region is there before the message is, or screen readers would not notice the message.
 */
export function Toast({ isOpen, onDismiss, children, action }: ToastProps) {
  return (
    <div className={styles.place}>
      <output className={styles.live}>{isOpen && <span className={styles.toast}>{children}</span>}</output>
      {isOpen && (
        <div className={styles.controls}>
          {action}
          <button type="button" className={styles.dismiss} onClick={onDismiss} aria-label="Dismiss">
            <X size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}

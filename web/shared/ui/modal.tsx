import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { focusHeading } from './focus-heading.ts';
import styles from './modal.module.css';

type ModalProps = {
  title: string;
  /** Hides title and close button; the title is still the dialog's name. For a dialog that is a single field. */
  hideHead?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog, whose first control has the focus. Closed by Esc or a click outside. The focus returns to where it was, or to the page's heading. */
export function Modal({ title, hideHead = false, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      // If the browser closed the dialog itself, it has restored the focus already, and the user may have moved on since.
      if (document.activeElement !== document.body) return;
      if (!opener?.isConnected) focusHeading({ preventScroll: true });
      else if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click on the backdrop; the keyboard has Esc
    <dialog
      ref={dialog}
      className={styles.modal}
      aria-labelledby={hideHead ? undefined : `${id}-title`}
      aria-label={hideHead ? title : undefined}
      onClose={onClose}
      onClick={({ target }) => {
        if (target === dialog.current) onClose();
      }}
    >
      {!hideHead && (
        <div className={styles.head}>
          <h2 id={`${id}-title`}>{title}</h2>
          <IconButton label={`Close ${title}`} onClick={onClose} icon={X} iconPx={20} />
        </div>
      )}
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}

type ToastProps = {
  isOpen: boolean;
  onDismiss: () => void;
  children: ReactNode;
  action?: ReactNode;
};

/** A short message at the foot of the window until dismissed. Its live region is always there, for screen readers. */
export function Toast({ isOpen, onDismiss, children, action }: ToastProps) {
  return (
    <div className={styles.place}>
      <output>{isOpen && <span className={styles.toast}>{children}</span>}</output>
      {isOpen && (
        <div className={styles.controls}>
          {action}
          <IconButton label="Dismiss" onClick={onDismiss} icon={X} />
        </div>
      )}
    </div>
  );
}

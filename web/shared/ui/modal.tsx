import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { classNames, IconButton } from './button.tsx';
import { focusHeading, focusHeadingOnRemoval } from './focus-heading.ts';
import styles from './modal.module.css';

type ModalProps = {
  title: string;
  /** Hides title and close button; the title is still the dialog's name. For a dialog that is a single field. */
  hideHead?: boolean;
  /** At the left edge, as tall as the window. */
  isSheet?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog, whose first control has the focus. Closed by Esc or a click outside. The focus returns to where it was, or to the page's heading. */
export function Modal({ title, hideHead = false, isSheet = false, onClose, children }: ModalProps) {
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
      className={classNames(styles.modal, isSheet && styles.sheet)}
      aria-labelledby={hideHead ? undefined : `${id}-title`}
      aria-label={hideHead ? title : undefined}
      // The browser reports a close later than it shows it: a key pressed in between would meet an open dialog.
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
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

/** How long a toast stays while it is neither hovered nor focused. */
const TOAST_MS = 8000;

interface ToastProps {
  readonly isOpen: boolean;
  readonly onDismiss: () => void;
  /** After {@link TOAST_MS}; dismisses it by default. */
  readonly onExpire?: () => void;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** A short message in a corner of the window, for some seconds. Its live region is always there, for screen readers. */
export function Toast({ isOpen, onDismiss, onExpire = onDismiss, children, action }: ToastProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  const expire = useEffectEvent(onExpire);
  useEffect(() => {
    if (!isOpen || isHeld) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) expire();
    }, TOAST_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another message has its own time
  }, [isOpen, isHeld, children]);
  useLayoutEffect(() => {
    const toast = place.current;
    if (!isOpen) toast?.style.removeProperty('translate');
    if (!isOpen || isHeld || toast === null) return undefined;
    placeBesideControls(toast);
    // A page that is still loading may put a control under it.
    const timer = setInterval(() => placeBesideControls(toast), 500);
    return () => clearInterval(timer);
  }, [isOpen, isHeld]);
  const hold = () => setHeld(place.current?.matches(':hover, :focus-within') ?? false);
  return (
    <div
      ref={place}
      role="presentation"
      className={styles.place}
      onPointerEnter={hold}
      onPointerLeave={hold}
      onFocus={hold}
      onBlur={hold}
    >
      <output>{isOpen && <span className={styles.toast}>{children}</span>}</output>
      {isOpen && (
        <div ref={focusHeadingOnRemoval} className={styles.controls}>
          {action}
          <IconButton label="Dismiss" onClick={onDismiss} icon={X} />
        </div>
      )}
    </div>
  );
}

/** Moves a toast that covers a control to the next place, up from its corner or at the other side, where it covers none. */
function placeBesideControls(toast: HTMLElement): void {
  const boxes = [...document.querySelectorAll('a, button, input, select, summary, textarea')]
    .filter((control) => !toast.contains(control))
    .map((control) => control.getBoundingClientRect());
  const isFree = ({ left, top, right, bottom }: DOMRect) =>
    boxes.every((box) => box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom);
  if (isFree(toast.getBoundingClientRect())) return;
  toast.style.removeProperty('translate');
  const { left, top, width, height } = toast.getBoundingClientRect();
  for (let y = top; y > height; y -= 8) {
    for (const x of [left, innerWidth - left - width]) {
      if (!isFree(new DOMRect(x, y, width, height))) continue;
      toast.style.translate = `${x - left}px ${y - top}px`;
      return;
    }
  }
}

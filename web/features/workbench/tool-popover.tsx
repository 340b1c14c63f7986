import { useId, type ReactNode } from 'react';
import { buttonClass } from '../../shared/ui/button.tsx';
import styles from './workbench.module.css';

/** Where a shortcut finds the button of the drawings, before and after their code is there. */
export const DRAW_MENU_ID = 'workbench-draw';

/** Closes the open panel and gives the focus back to its button. */
export function closeTool(): void {
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

interface ToolPopoverProps {
  readonly label: string;
  /** Of what opens. */
  readonly title: string;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A button of the toolbar that opens a small panel, in which the first field or button gets the focus. */
export function ToolPopover({ label, title, id, children }: ToolPopoverProps) {
  const ownId = useId();
  const panelId = `${ownId}-panel`;
  return (
    <span className={styles.popover}>
      <button
        id={id}
        type="button"
        className={buttonClass('quiet', 'sm', styles.opener)}
        popoverTarget={panelId}
        aria-haspopup="dialog"
      >
        {label}
      </button>
      <div
        id={panelId}
        popover="auto"
        role="dialog"
        aria-label={title}
        className={styles.panel}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') currentTarget.querySelector<HTMLElement>('input, button')?.focus();
        }}
      >
        {children}
      </div>
    </span>
  );
}

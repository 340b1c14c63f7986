import { useId, type ReactNode } from 'react';
import { buttonClass } from '../../shared/ui/button.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import styles from './workbench.module.css';

/** Where a shortcut finds the button of the drawings, before and after their code is there. */
export const DRAW_MENU_ID = 'workbench-draw';

/** Where the focus goes from the last compared listing. */
export const COMPARE_MENU_ID = 'workbench-compare';

/** Closes the open panel and gives the focus back to its button. */
export function closeTool(): void {
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

/** Gives the focus to the first field or button of the open panel. */
export function focusTool(): void {
  document.querySelector<HTMLElement>(':popover-open :is(input, button)')?.focus();
}

interface ToolPopoverProps {
  readonly label: string;
  /** Of what opens. */
  readonly title: string;
  readonly id?: string;
  /** Stands on the button in place of its label. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A button of the toolbar that opens a small panel, in which the first field or button gets the focus. */
export function ToolPopover({ label, title, id, icon, children }: ToolPopoverProps) {
  const ownId = useId();
  const panelId = `${ownId}-panel`;
  const opens = { id, popoverTarget: panelId, 'aria-haspopup': 'dialog' } as const;
  return (
    <span className={styles.popover}>
      {icon === undefined ? (
        <button type="button" className={buttonClass('quiet', 'sm', styles.opener)} {...opens}>
          {label}
        </button>
      ) : (
        <IconButton label={label} className={styles.opener} {...opens}>
          {icon}
        </IconButton>
      )}
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

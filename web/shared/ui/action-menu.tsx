import { useId, type KeyboardEvent, type ReactNode } from 'react';
import styles from './action-menu.module.css';
import { IconButton } from './button.tsx';

export interface Action {
  readonly name: string;
  readonly press: () => void;
}

interface ActionMenuProps {
  readonly label: string;
  readonly title?: string;
  readonly icon: ReactNode;
  readonly actions: readonly Action[];
}

/** A button that opens a menu of actions. The focus returns to the button before an action runs. */
export function ActionMenu({ label, title, icon, actions }: ActionMenuProps) {
  const id = useId();
  return (
    <span className={styles.anchor}>
      <IconButton
        label={label}
        title={title}
        className={styles.button}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        {icon}
      </IconButton>
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        // The browser focuses the element with this attribute when it shows the menu.
        onBeforeToggle={({ currentTarget }) =>
          currentTarget.querySelector('button')?.setAttribute('autofocus', '')
        }
        onKeyDown={moveInMenu}
      >
        <MenuItems actions={actions} />
      </div>
    </span>
  );
}

export function MenuItems({ actions }: Pick<ActionMenuProps, 'actions'>) {
  return actions.map(({ name, press }) => (
    <button
      key={name}
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={({ currentTarget }) => {
        currentTarget.parentElement?.hidePopover();
        press();
      }}
    >
      {name}
    </button>
  ));
}

/** Handles arrow keys, Home and End as in any menu or toolbar; Tab leaves it. The browser closes it on Escape or a press elsewhere. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>) {
  const menu = event.currentTarget;
  if (event.key === 'Tab') menu.closest<HTMLElement>('[popover]')?.hidePopover();
  const items = [...menu.querySelectorAll('button')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import styles from './tooltip.module.css';

/** What the control has to carry so that the tooltip belongs to it. */
export type TooltipTarget = { 'aria-describedby': string };

/**
 * A short explanation beside a control, on hover and on focus, until Esc. It describes and never names: the control needs
 * its own name. It can be pointed at, so that it can be read under magnification.
 */
export function Tooltip({
  text,
  children,
}: {
  text: string;
  children: (target: TooltipTarget) => ReactElement;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens around the control, which acts
    <span
      className={styles.place}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
    >
      {children({ 'aria-describedby': id })}
      <span role="tooltip" id={id} className={styles.tooltip} hidden={!isOpen}>
        {text}
      </span>
    </span>
  );
}

import type { ComponentProps } from 'react';
import { buttonClass } from './button-class.ts';
import type { ButtonSize, ButtonVariant } from './button-class.ts';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While true the button is disabled and shows `busyLabel`, if there is one. `aria-busy` alone does not disable it. */
  busy?: boolean;
  busyLabel?: string;
};

/** A button. It does not submit unless `type="submit"` says so. */
export function Button({
  variant = 'quiet',
  size = 'md',
  busy = false,
  busyLabel,
  className,
  disabled,
  'aria-busy': ariaBusy,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, size, className)}
      disabled={busy || disabled === true}
      aria-busy={busy || ariaBusy || undefined}
    >
      {busy && busyLabel !== undefined ? busyLabel : children}
    </button>
  );
}

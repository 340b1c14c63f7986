import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'quiet' | 'danger';
type ButtonSize = 'md' | 'sm';

type ButtonProps = ComponentProps<'button'> & {
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
      data-busy-label={busyLabel}
    >
      {busy && busyLabel !== undefined ? busyLabel : children}
    </button>
  );
}

/** The classes that make a button or a link look like a button. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, extra?: string): string {
  return classNames(styles.button, styles[variant], styles[size], extra);
}

type ButtonLinkProps = {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
};

/** A link inside the app that looks like a button: it goes somewhere, so it stays a link. */
export function ButtonLink({ href, variant = 'quiet', size = 'md', className, children }: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonClass(variant, size, className)}>
      {children}
    </Link>
  );
}

export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

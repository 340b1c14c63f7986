import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'quiet' | 'danger';
type ButtonSize = 'md' | 'sm';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Ignores presses, but keeps the focus, and shows `busyLabel`, if there is one. `aria-busy` alone ignores none. */
  busy?: boolean;
  busyLabel?: string;
};

export function Button(props: ButtonProps) {
  const { variant = 'quiet', size = 'md', busy = false, busyLabel, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, size, className)}
      disabled={!busy && rest.disabled}
      aria-disabled={busy || undefined}
      onClick={busy ? ignorePress : rest.onClick}
      aria-busy={busy || rest['aria-busy'] || undefined}
      data-busy-label={busyLabel}
    >
      {busy && busyLabel !== undefined ? busyLabel : children}
    </button>
  );
}

/** Without the button's default action, Enter in a field submits nothing either. */
function ignorePress(event: MouseEvent): void {
  event.preventDefault();
}

export function buttonClass(variant: ButtonVariant, size: ButtonSize, extra?: string): string {
  return classNames(styles.button, styles[variant], styles[size], extra);
}

type ButtonLinkProps = Pick<ButtonProps, 'variant' | 'size' | 'children'> & { href: string };

export function ButtonLink({ href, variant = 'quiet', size = 'md', children }: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonClass(variant, size)}>
      {children}
    </Link>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'type' | 'title'> & {
  label: string;
  title?: string | undefined;
  icon?: LucideIcon;
  iconPx?: 16 | 20;
};

/** A button that shows only an icon. The tooltip is its name, unless `title` differs. */
export function IconButton(props: IconButtonProps) {
  const { label, title = label, icon: Icon, iconPx = 16, className, children, ...rest } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      className={classNames(styles.icon, className)}
      {...rest}
    >
      {Icon && <Icon size={iconPx} strokeWidth={1.75} aria-hidden />}
      {children}
    </button>
  );
}

export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

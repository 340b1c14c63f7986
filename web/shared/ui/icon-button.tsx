import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, Ref } from 'react';
import { classNames } from './button.tsx';
import styles from './button.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'type' | 'title'> & {
  /** What the button is called: an icon says nothing to a screen reader. */
  label: string;
  title?: string | undefined;
  icon?: LucideIcon;
  iconPx?: 16 | 20;
  ref?: Ref<HTMLButtonElement>;
};

/** A button that shows an icon only, or what stands for one. Its name is its tooltip too, unless there is another one. */
export function IconButton({
  label,
  title = label,
  icon: Icon,
  iconPx = 16,
  className,
  children,
  ...rest
}: IconButtonProps) {
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

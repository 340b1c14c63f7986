import type { ComponentProps, Ref } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'type' | 'title'> & {
  /** What the button is called: an icon says nothing to a screen reader. */
  label: string;
  title?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/** A button that shows an icon only. Its name is its tooltip too, unless there is another one. */
export function IconButton({ label, title = label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      className={classNames(styles.button, className)}
      {...rest}
    >
      {children}
    </button>
  );
}

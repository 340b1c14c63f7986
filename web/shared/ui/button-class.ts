import styles from './button.module.css';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'quiet' | 'danger';
export type ButtonSize = 'md' | 'sm';

/** The classes that make a button or a link look like a button. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, extra?: string): string {
  return classNames(styles.button, styles[variant], styles[size], extra);
}

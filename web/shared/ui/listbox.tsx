import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { classNames } from './button.tsx';
import { comboboxAttributes, optionAfter } from './combobox.ts';
import styles from './listbox.module.css';

type ListboxProps = Omit<ComponentProps<'div'>, 'id'> & { readonly id: string; readonly label: string };

/** `id`: that of the combobox, the prefix of the ids of the list and its options. */
export function Listbox({ id, label, ...rest }: ListboxProps) {
  return <div {...rest} id={`${id}-list`} role="listbox" aria-label={label} />;
}

type OptionProps = Omit<ComponentProps<'div'>, 'id'> & {
  readonly id: string;
  readonly index: number;
  readonly isActive: boolean;
};

/** One option. It scrolls into view once the keyboard reaches it. A press on it leaves the focus in the field. */
export function Option({ id, index, isActive, className, ...rest }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field holds the focus and handles the keys
    <div
      {...rest}
      ref={element}
      id={`${id}-option-${index}`}
      role="option"
      aria-selected={isActive}
      className={classNames(styles.option, className)}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}

interface OptionsOfField {
  readonly id: string;
  readonly count: number;
  /** The active option until the user moves to another. */
  readonly defaultIndex?: number;
  /** Called on Enter; with -1 if there is no option. */
  readonly onEnter: (index: number) => void;
}

/** The active option and the field's attributes for a list that is always open, in which Enter chooses the active option. */
export function useOptions({ id, count, defaultIndex = 0, onEnter }: OptionsOfField) {
  const [moved, setActive] = useState<number | null>(null);
  const activeIndex = Math.min(moved ?? defaultIndex, count - 1);
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const next = count > 0 ? optionAfter(event.key, activeIndex, count) : null;
    if (next !== null) setActive(next);
    else if (event.key === 'Enter') onEnter(activeIndex);
    else return;
    event.preventDefault();
  }
  return { activeIndex, setActive, field: { ...comboboxAttributes(id, count > 0, activeIndex), onKeyDown } };
}

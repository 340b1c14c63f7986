import { Bookmark, Pencil, X } from 'lucide-react';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useUserText } from '../../shared/state/user-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import {
  layoutName,
  layoutQuery,
  layoutsText,
  layoutView,
  MAX_LAYOUTS,
  MAX_NAME,
  parseLayouts,
  withoutLayout,
  withRenamed,
  withSaved,
  type Layout,
} from './layouts.ts';
import { closeTool, ToolPopover } from './tool-popover.tsx';
import type { WorkbenchView } from './workbench-url.ts';
import styles from './workbench.module.css';

/** Where a shortcut finds its button. */
export const LAYOUT_MENU_ID = 'workbench-layouts';

interface LayoutMenuProps {
  readonly view: WorkbenchView;
  readonly onShow: (view: WorkbenchView) => void;
}

/** Keeps the view under a name, and brings views back. */
export function LayoutMenu({ view, onShow }: LayoutMenuProps) {
  const [text, write] = useUserText('layouts');
  const layouts = useMemo(() => parseLayouts(text), [text]);
  const [typed, setTyped] = useState('');
  /** The layout that gets another name. */
  const [renaming, setRenaming] = useState<string | null>(null);
  const [said, setSaid] = useState<{ readonly text: string; readonly before?: readonly Layout[] } | null>(
    null,
  );
  const form = useRef<HTMLFormElement>(null);
  const query = layoutQuery(view);
  const name = layoutName(typed);
  const isKnown = layouts.some((one) => one.name === name);
  const isFull = renaming === null && !isKnown && layouts.length >= MAX_LAYOUTS;

  const focusField = () => form.current?.querySelector('input')?.focus();

  function change(next: readonly Layout[], done: string) {
    write(layoutsText(next));
    setSaid({ text: done, before: layouts });
    setTyped('');
    setRenaming(null);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (name === null || isFull) {
      focusField();
      return;
    }
    if (renaming !== null) change(withRenamed(layouts, renaming, name), `${renaming} is now ${name}.`);
    else change(withSaved(layouts, { name, query }), `${name} saved.`);
  }

  return (
    <ToolPopover
      label="Layouts"
      title="Saved layouts"
      id={LAYOUT_MENU_ID}
      icon={<Bookmark size={16} strokeWidth={1.75} aria-hidden />}
    >
      <form ref={form} className={styles.saving} onSubmit={onSubmit}>
        <Field
          label={renaming === null ? 'Save this view as' : `New name of ${renaming}`}
          value={typed}
          maxLength={MAX_NAME}
          autoComplete="off"
          error={
            isFull && name !== null ? `${MAX_LAYOUTS} layouts are the most. Remove one first.` : undefined
          }
          onChange={({ target }) => {
            setTyped(target.value);
            setSaid(null);
          }}
        />
        <Button type="submit" variant="primary">
          {renaming === null ? (isKnown ? 'Overwrite' : 'Save') : 'Rename'}
        </Button>
      </form>
      <output className={styles.quiet}>{said?.text}</output>
      {said?.before && (
        <Button
          size="sm"
          onClick={() => {
            write(layoutsText(said.before ?? []));
            setSaid({ text: 'Undone.' });
            focusField();
          }}
        >
          Undo
        </Button>
      )}
      {layouts.length > 0 && (
        <ul className={styles.choices} aria-label="Saved layouts">
          {layouts.map((layout) => (
            <li key={layout.name} className={styles.saved}>
              <button
                type="button"
                aria-current={layout.query === query || undefined}
                onClick={() => {
                  closeTool();
                  onShow(layoutView(layout, view.ticker));
                }}
              >
                {layout.name}
                {layout.query === query && <span>shown</span>}
              </button>
              <IconButton
                label={`Rename ${layout.name}`}
                onClick={() => {
                  setRenaming(layout.name);
                  setTyped(layout.name);
                  setSaid(null);
                  focusField();
                }}
              >
                <Pencil size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
              <IconButton
                label={`Remove ${layout.name}`}
                onClick={() => {
                  // The button goes; the focus must not go with it.
                  focusField();
                  change(withoutLayout(layouts, layout.name), `${layout.name} removed.`);
                }}
              >
                <X size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </ToolPopover>
  );
}

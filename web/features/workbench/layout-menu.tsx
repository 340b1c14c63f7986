/** Views that a user keeps by name, for any listing. */
import type { Ticker } from '#compute';
import { Pencil, X } from 'lucide-react';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import {
  layoutName,
  LAYOUTS,
  layoutsText,
  MAX_LAYOUT_NAME,
  MAX_LAYOUTS,
  parseLayouts,
  withoutLayout,
  withRenamed,
  withSaved,
  withUndone,
  type Layout,
  type LayoutChange,
} from '../../shared/user-data/layouts.ts';
import { useUserText } from '../../shared/user-data/use-user-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { closeTool, LAYOUT_MENU_ID, ToolPopover } from './tool-popover.tsx';
import { parseWorkbench, workbenchUrl, type WorkbenchView } from './workbench-url.ts';
import styles from './workbench.module.css';

interface LayoutMenuProps {
  readonly view: WorkbenchView;
  readonly onShow: (view: WorkbenchView) => void;
}

export function LayoutMenu({ view, onShow }: LayoutMenuProps) {
  const [text, write] = useUserText(LAYOUTS.storageKey);
  const layouts = useMemo(() => parseLayouts(text), [text]);
  const [typed, setTyped] = useState('');
  /** The layout that gets another name. */
  const [renaming, setRenaming] = useState<string | null>(null);
  const [said, setSaid] = useState<{ readonly text: string; readonly change?: LayoutChange } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const query = layoutQuery(view);
  const name = layoutName(typed);
  const isKnown = layouts.some((one) => one.name === name);
  const isFull = renaming === null && !isKnown && layouts.length >= MAX_LAYOUTS;

  const focusField = () => form.current?.querySelector('input')?.focus();

  function change(next: readonly Layout[], done: string) {
    write(layoutsText(next));
    setSaid({ text: done, change: { before: layouts, after: next } });
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
    <ToolPopover label="Layouts" title="Saved layouts" id={LAYOUT_MENU_ID}>
      <form ref={form} className={styles.saving} onSubmit={onSubmit}>
        <Field
          label={renaming === null ? 'Save this view as' : `New name for ${renaming}`}
          value={typed}
          maxLength={MAX_LAYOUT_NAME}
          autoComplete="off"
          error={isFull && name !== null ? `At most ${MAX_LAYOUTS} layouts. Remove one first.` : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            setSaid(null);
          }}
        />
        <Button type="submit" variant="primary">
          {renaming === null ? (isKnown ? 'Overwrite' : 'Save') : 'Rename'}
        </Button>
      </form>
      <output className="caption">{said?.text}</output>
      {said?.change && (
        <Button
          size="sm"
          onClick={() => {
            if (said.change) write(layoutsText(withUndone(layouts, said.change)));
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
                {layout.query === query && <span>current</span>}
              </button>
              <IconButton
                label={`Rename ${layout.name}`}
                onClick={() => {
                  setRenaming(layout.name);
                  setTyped(layout.name);
                  setSaid(null);
                  focusField();
                }}
                icon={Pencil}
              />
              <IconButton
                label={`Remove ${layout.name}`}
                onClick={() => {
                  // The button goes; the focus must not go with it.
                  focusField();
                  change(withoutLayout(layouts, layout.name), `${layout.name} removed.`);
                }}
                icon={X}
              />
            </li>
          ))}
        </ul>
      )}
    </ToolPopover>
  );
}

export function layoutQuery(view: WorkbenchView): string {
  const params = new URL(workbenchUrl(view), 'https://candor.example').searchParams;
  params.delete('ticker');
  params.delete('replay');
  return params.toString();
}

export function layoutView({ query }: Layout, ticker: Ticker): WorkbenchView {
  const params = new URLSearchParams(query);
  params.set('ticker', ticker);
  return parseWorkbench(params.toString());
}

/** Saved layouts: named views that apply to any listing. */
import type { Ticker } from '#compute';
import { Pencil, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import {
  layoutName,
  LAYOUTS,
  layoutsText,
  MAX_LAYOUT_NAME,
  MAX_LAYOUTS,
  parseLayouts,
  withRenamed,
  type Layouts,
} from '../../shared/user/layouts.ts';
import { useUserText } from '../../shared/user/use-user-text.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Field, InlineForm } from '../../shared/ui/field.tsx';
import { closeTool, ToolPopover } from './tool-popover.tsx';
import { parseWorkbench, workbenchUrl, type WorkbenchView } from './workbench-url.ts';
import styles from './workbench.module.css';

interface LayoutMenuProps {
  readonly view: WorkbenchView;
  readonly onShow: (view: WorkbenchView) => void;
}

/** The last change: its message, and the stored text before and after it. */
interface LastChange {
  readonly message: string;
  readonly before?: string;
  readonly after?: string;
}

export function LayoutMenu({ view, onShow }: LayoutMenuProps) {
  const [text, write] = useUserText(LAYOUTS.storageKey);
  const layouts = useMemo(() => parseLayouts(text), [text]);
  const [typed, setTyped] = useState('');
  const [renaming, setRenaming] = useState<string | null>(null);
  const [last, setLast] = useState<LastChange | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const query = layoutQuery(view);
  const name = layoutName(typed);
  const isKnown = name !== null && layouts.has(name);
  const isFull = renaming === null && !isKnown && layouts.size >= MAX_LAYOUTS;

  const focusField = () => field.current?.focus();

  function change(next: Layouts, message: string) {
    const after = layoutsText(next);
    write(after);
    setLast({ message, before: layoutsText(layouts), after });
    setTyped('');
    setRenaming(null);
  }

  function save() {
    if (name === null || isFull) focusField();
    else if (renaming === null) change(new Map(layouts).set(name, query), `${name} saved.`);
    else change(withRenamed(layouts, renaming, name), `${renaming} renamed to ${name}.`);
  }

  return (
    <ToolPopover label="Layouts" title="Saved layouts" shortcut="l">
      <InlineForm action={renaming === null ? (isKnown ? 'Overwrite' : 'Save') : 'Rename'} onSubmit={save}>
        <Field
          ref={field}
          label={renaming === null ? 'Save layout as' : `New name for ${renaming}`}
          value={typed}
          maxLength={MAX_LAYOUT_NAME}
          autoComplete="off"
          error={
            isFull && name !== null
              ? `You can save up to ${MAX_LAYOUTS} layouts. Remove one first.`
              : undefined
          }
          onChange={({ target }) => {
            setTyped(target.value);
            setLast(null);
          }}
        />
      </InlineForm>
      <output className="caption">{last?.message}</output>
      {/* Not if another device has changed the list since. */}
      {last?.before !== undefined && last.after === layoutsText(layouts) && (
        <Button
          size="sm"
          onClick={() => {
            write(last.before ?? '');
            setLast({ message: 'Undone.' });
            focusField();
          }}
        >
          Undo
        </Button>
      )}
      {layouts.size > 0 && (
        <ul className={styles.choices} aria-label="Saved layouts">
          {[...layouts].map(([saved, savedQuery]) => (
            <li key={saved} className={styles.saved}>
              <button
                type="button"
                aria-current={savedQuery === query || undefined}
                onClick={() => {
                  closeTool();
                  onShow(layoutView(savedQuery, view.ticker));
                }}
              >
                {saved}
                {savedQuery === query && <span>current</span>}
              </button>
              <IconButton
                label={`Rename ${saved}`}
                onClick={() => {
                  setRenaming(saved);
                  setTyped(saved);
                  setLast(null);
                  focusField();
                }}
                icon={Pencil}
              />
              <IconButton
                label={`Remove ${saved}`}
                onClick={() => {
                  // The button disappears, so the focus moves to the field.
                  focusField();
                  change(new Map([...layouts].filter(([other]) => other !== saved)), `${saved} removed.`);
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
  const params = new URLSearchParams(workbenchUrl(view).split('?')[1]);
  params.delete('ticker');
  params.delete('replay');
  return params.toString();
}

export function layoutView(query: string, ticker: Ticker): WorkbenchView {
  return parseWorkbench(`${query}&${new URLSearchParams({ ticker })}`);
}

/** Saved layouts: named views that apply to any listing. */
import type { Ticker } from '#compute';
import { Pencil, X } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  layoutName,
  layoutsAtom,
  MAX_LAYOUT_NAME,
  MAX_LAYOUTS,
  setLayouts,
} from '../../../shared/user/layouts.ts';
import { editAtom } from '../../../shared/user/user-items.ts';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Field, InlineForm } from '../../../shared/ui/field.tsx';
import { closeTool, ToolPopover } from '../controls/tool-popover.tsx';
import { parseWorkbench, workbenchUrl, type WorkbenchView } from '../view/workbench-view.ts';
import styles from '../workbench.module.css';

interface LayoutMenuProps {
  readonly view: WorkbenchView;
  readonly onShow: (view: WorkbenchView) => void;
}

/** Layouts by name: the query of each, `null` for none. */
type Changes = ReadonlyMap<string, string | null>;

/** The last change: its message: the layouts that it changed, as they were before and after it. */
interface LastChange {
  readonly message: string;
  readonly before?: Changes;
  readonly after?: Changes;
}

export function LayoutMenu({ view, onShow }: LayoutMenuProps) {
  const layouts = useAtomValueRawSync(layoutsAtom);
  const edit = useSetAtom(editAtom);
  const [typed, setTyped] = useState('');
  const [renaming, setRenaming] = useState<string | null>(null);
  const [last, setLast] = useState<LastChange | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const query = layoutQuery(view);
  const name = layoutName(typed);
  const isKnown = name !== null && layouts.has(name);
  const isFull = renaming === null && !isKnown && layouts.size >= MAX_LAYOUTS;

  const focusField = () => field.current?.focus();
  const isInForce = (changes: Changes | undefined) =>
    [...(changes ?? [])].every(([saved, value]) => (layouts.get(saved) ?? null) === value);

  function change(after: Changes, message: string) {
    edit(setLayouts(after));
    setLast({
      message,
      before: new Map(Array.from(after.keys(), (key) => [key, layouts.get(key) ?? null])),
      after,
    });
    setTyped('');
    setRenaming(null);
  }

  function renamed(from: string, to: string): Changes {
    return new Map([
      [from, null],
      [to, layouts.get(from) ?? query],
    ]);
  }

  function save() {
    if (name === null || isFull) focusField();
    else if (renaming === null) change(new Map([[name, query]]), `${name} saved.`);
    else change(renamed(renaming, name), `${renaming} renamed to ${name}.`);
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
      {last?.before !== undefined && isInForce(last.after) && (
        <Button
          size="sm"
          onClick={() => {
            edit(setLayouts(last.before ?? new Map()));
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
                  change(new Map([[saved, null]]), `${saved} removed.`);
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

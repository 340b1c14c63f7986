import type { Ticker } from '#compute';
import { Pencil, X } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import {
  layoutName,
  layoutsAtom,
  MAX_LAYOUT_NAME,
  MAX_LAYOUTS,
  setLayouts,
  type Layouts,
} from '../../../shared/user/layouts.ts';
import { editAtom } from '../../../shared/user/user-items.ts';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { overlayAtom } from '../../../shared/ui/overlay.ts';
import { Field, InlineForm } from '../../../shared/ui/field.tsx';
import { closeTool, ToolPopover } from '../controls/controls.tsx';
import { showAtom, viewAtom } from '../view/url-state.ts';
import { parseWorkbench, workbenchUrl, type WorkbenchView } from '../view/workbench-view.ts';
import controls from '../controls/controls.module.css';
import styles from './layout-menu.module.css';

type Changes = ReadonlyMap<string, string | null>;

const EMPTY = { typed: '', renaming: null as string | null };

export const LayoutMenu = memo(() => (
  <ToolPopover label="Layouts" title="Saved layouts" shortcut="l">
    <LayoutPanel />
  </ToolPopover>
));

function LayoutPanel() {
  const query = layoutQuery(useAtomValueRawSync(viewAtom));
  const layouts = useAtomValueRawSync(layoutsAtom);
  const edit = useSetAtom(editAtom);
  const notify = useSetAtom(overlayAtom);
  const [{ typed, renaming }, setForm] = useState(EMPTY);
  const field = useRef<HTMLInputElement>(null);
  const valueOf = (saved: string) => layouts.get(saved) ?? null;
  const name = layoutName(typed);
  const isKnown = layouts.has(name ?? '');
  const isFull = name !== null && renaming === null && !isKnown && layouts.size >= MAX_LAYOUTS;

  const focusField = () => field.current?.focus();

  function change(after: Changes, done: string) {
    const before = new Map(Array.from(after.keys(), (key) => [key, valueOf(key)]));
    edit(setLayouts(after));
    setForm(EMPTY);
    notify({ text: done, undo: () => edit(setLayouts(before)) });
  }

  function save() {
    if (name === null || isFull) return focusField();
    if (renaming === null) change(new Map([[name, query]]), `${name} saved.`);
    else {
      const renamed = new Map<string, string | null>([[renaming, null]]).set(
        name,
        valueOf(renaming) ?? query,
      );
      change(renamed, `${renaming} renamed to ${name}.`);
    }
  }

  return (
    <>
      <InlineForm action={renaming === null ? (isKnown ? 'Overwrite' : 'Save') : 'Rename'} onSubmit={save}>
        <Field
          ref={field}
          label={renaming === null ? 'Save layout as' : `New name for ${renaming}`}
          value={typed}
          maxLength={MAX_LAYOUT_NAME}
          autoComplete="off"
          error={isFull ? `You can save up to ${MAX_LAYOUTS} layouts. Remove one first.` : undefined}
          onChange={({ target }) => setForm({ typed: target.value, renaming })}
        />
      </InlineForm>
      <LayoutList
        layouts={layouts}
        query={query}
        onRename={(saved) => setForm({ typed: saved, renaming: saved })}
        onRemove={(saved) => change(new Map([[saved, null]]), `${saved} removed.`)}
        focusField={focusField}
      />
    </>
  );
}

interface LayoutListProps {
  readonly layouts: Layouts;
  readonly query: string;
  readonly onRename: (name: string) => void;
  readonly onRemove: (name: string) => void;
  readonly focusField: () => void;
}

function LayoutList({ layouts, query, onRename, onRemove, focusField }: LayoutListProps) {
  const { ticker } = useAtomValueRawSync(viewAtom);
  const show = useSetAtom(showAtom);
  if (layouts.size === 0) return null;
  return (
    <ul className={controls.choices} aria-label="Saved layouts">
      {[...layouts].map(([name, saved]) => (
        <li key={name} className={styles.row}>
          <button
            type="button"
            aria-current={saved === query || undefined}
            onClick={() => {
              closeTool();
              show(layoutView(saved, ticker));
            }}
          >
            {name}
            {saved === query && <span>current</span>}
          </button>
          <IconButton
            label={`Rename ${name}`}
            onClick={() => {
              onRename(name);
              focusField();
            }}
            icon={Pencil}
          />
          <IconButton
            label={`Remove ${name}`}
            onClick={() => {
              // The button disappears, so the focus moves to the field.
              focusField();
              onRemove(name);
            }}
            icon={X}
          />
        </li>
      ))}
    </ul>
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

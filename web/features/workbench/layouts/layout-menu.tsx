import type { Ticker } from '#compute';
import { ITEM_KINDS } from '#worker/contract';
import { Pencil, X } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import type { Edit } from '../../../shared/user/items.ts';
import { undoableEditAtom, valueAtoms } from '../../../shared/user/user-items.ts';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Field, InlineForm } from '../../../shared/ui/field.tsx';
import { closeTool, ToolPopover } from '../controls/controls.tsx';
import { showAtom, viewAtom } from '../view/url-state.ts';
import { parseWorkbench, workbenchUrl, type WorkbenchView } from '../view/workbench-view.ts';
import controls from '../controls/controls.module.css';

const { maxItems: MAX_LAYOUTS } = ITEM_KINDS.layout;
const MAX_NAME = 60;

const EMPTY = { typed: '', renaming: null as string | null };

export const LayoutMenu = memo(() => (
  <ToolPopover label="Layouts" title="Saved layouts" shortcut="l">
    <LayoutPanel />
  </ToolPopover>
));

function LayoutPanel() {
  const query = layoutQuery(useAtomValueRawSync(viewAtom));
  const layouts = useAtomValueRawSync(valueAtoms.layout);
  const edit = useSetAtom(undoableEditAtom);
  const [{ typed, renaming }, setForm] = useState(EMPTY);
  const field = useRef<HTMLInputElement>(null);
  const name = layoutName(typed);
  const isKnown = layouts.has(name ?? '');
  const isFull = name !== null && renaming === null && !isKnown && layouts.size >= MAX_LAYOUTS;

  const focusField = () => field.current?.focus();

  function change(done: string, ...edits: readonly Edit[]) {
    edit(done, () => edits);
    setForm(EMPTY);
  }

  function save() {
    if (name === null || isFull) return focusField();
    if (renaming === null) return change(`${name} saved.`, layoutEdit(name, query));
    const renamed = layoutEdit(name, layouts.get(renaming)?.query ?? query);
    return change(`${renaming} renamed to ${name}.`, layoutEdit(renaming, null), renamed);
  }

  return (
    <>
      <InlineForm action={renaming === null ? (isKnown ? 'Overwrite' : 'Save') : 'Rename'} onSubmit={save}>
        <Field
          ref={field}
          label={renaming === null ? 'Save layout as' : `New name for ${renaming}`}
          value={typed}
          maxLength={MAX_NAME}
          autoComplete="off"
          error={isFull ? `You can save up to ${MAX_LAYOUTS} layouts. Remove one first.` : undefined}
          onChange={({ target }) => setForm({ typed: target.value, renaming })}
        />
      </InlineForm>
      <LayoutList
        layouts={layouts}
        query={query}
        onRename={(saved) => {
          setForm({ typed: saved, renaming: saved });
          focusField();
        }}
        onRemove={(saved) => {
          // The button disappears, so the focus moves to the field.
          focusField();
          change(`${saved} removed.`, layoutEdit(saved, null));
        }}
      />
    </>
  );
}

interface LayoutListProps {
  /** By name: the view's query without the ticker. */
  readonly layouts: ReadonlyMap<string, { readonly query: string }>;
  readonly query: string;
  readonly onRename: (name: string) => void;
  readonly onRemove: (name: string) => void;
}

function LayoutList({ layouts, query, onRename, onRemove }: LayoutListProps) {
  const { ticker } = useAtomValueRawSync(viewAtom);
  const show = useSetAtom(showAtom);
  if (layouts.size === 0) return null;
  const sorted = [...layouts].toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <ul className={controls.choices} aria-label="Saved layouts">
      {sorted.map(([name, { query: saved }]) => (
        <li key={name}>
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
          <IconButton label={`Rename ${name}`} onClick={() => onRename(name)} icon={Pencil} />
          <IconButton label={`Remove ${name}`} onClick={() => onRemove(name)} icon={X} />
        </li>
      ))}
    </ul>
  );
}

function layoutEdit(key: string, query: string | null): Edit {
  return { kind: 'layout', key, value: query === null ? null : { query } };
}

/** A typed name without unprintable characters; `null` if it is then empty or too long. */
export function layoutName(typed: string): string | null {
  const name = typed.replaceAll(/\p{C}/gu, '').trim();
  return name === '' || name.length > MAX_NAME ? null : name;
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

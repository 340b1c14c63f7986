/** Views that a user keeps by name, for any listing. */
import type { Ticker } from '#compute';
import { Bookmark, Pencil, X } from 'lucide-react';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useUserText } from '../../shared/user-data/user-text.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { closeTool, LAYOUT_MENU_ID, ToolPopover } from './tool-popover.tsx';
import { parseWorkbench, workbenchUrl, type WorkbenchView } from './workbench-url.ts';
import styles from './workbench.module.css';

interface Layout {
  readonly name: string;
  /** The query of the view's address without its ticker. */
  readonly query: string;
}

/** What a change made of the layouts. */
interface Change {
  readonly before: readonly Layout[];
  readonly after: readonly Layout[];
}

const MAX_LAYOUTS = 50;
const MAX_NAME = 60;
const MAX_QUERY = 2000;
const VERSION = 1;

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
  const [said, setSaid] = useState<{ readonly text: string; readonly change?: Change } | null>(null);
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

/** A name as it is kept; `null` where nothing or too much is left of it. */
export function layoutName(typed: string): string | null {
  const name = typed.replaceAll(/\p{C}/gu, '').trim();
  return name === '' || name.length > MAX_NAME ? null : name;
}

/** What a layout keeps of a view. */
export function layoutQuery(view: WorkbenchView): string {
  const params = new URL(workbenchUrl(view), 'https://candor.example').searchParams;
  params.delete('ticker');
  return params.toString();
}

/** A layout's view of a listing. */
export function layoutView({ query }: Layout, ticker: Ticker): WorkbenchView {
  const params = new URLSearchParams(query);
  params.set('ticker', ticker);
  return parseWorkbench(params.toString());
}

/** Saves under a name, in place of what had it. The same list where there is no room. */
export function withSaved(list: readonly Layout[], layout: Layout): readonly Layout[] {
  if (list.some(({ name }) => name === layout.name))
    return list.map((one) => (one.name === layout.name ? layout : one));
  return list.length < MAX_LAYOUTS ? [...list, layout] : list;
}

/** Gives a layout another name; one that had this name before goes. */
export function withRenamed(list: readonly Layout[], from: string, to: string): readonly Layout[] {
  if (from === to) return list;
  return withoutLayout(list, to).map((one) => (one.name === from ? { name: to, query: one.query } : one));
}

/** The list without the layout of a name. */
export function withoutLayout(list: readonly Layout[], name: string): readonly Layout[] {
  return list.filter((one) => one.name !== name);
}

/** The list without what a change did to it; what was changed since, here or on another device, stays. */
export function withUndone(now: readonly Layout[], { before, after }: Change): readonly Layout[] {
  const isIn = (list: readonly Layout[], { name, query }: Layout) =>
    list.some((one) => one.name === name && one.query === query);
  const kept = now.filter((one) => isIn(before, one) || !isIn(after, one));
  return before.reduce<readonly Layout[]>((list, layout, at) => {
    const isThere = isIn(after, layout) || list.some(({ name }) => name === layout.name);
    return isThere ? list : list.toSpliced(at, 0, layout);
  }, kept);
}

/** Reads a stored text. Absent and corrupt read as none; a bad layout is left out. */
export function parseLayouts(text: string | null): readonly Layout[] {
  try {
    const stored = JSON.parse(text ?? '{}') as { layouts?: unknown } | null;
    const layouts = Array.isArray(stored?.layouts) ? stored.layouts : [];
    return layouts.flatMap(parseLayout).reduce<readonly Layout[]>(withSaved, []);
  } catch {
    return [];
  }
}

function parseLayout(stored: unknown): Layout[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { name, query } = stored as Record<string, unknown>;
  if (typeof name !== 'string' || typeof query !== 'string') return [];
  return layoutName(name) === name && query.length <= MAX_QUERY ? [{ name, query }] : [];
}

/** What is stored; {@link parseLayouts} gives the layouts back. */
export function layoutsText(layouts: readonly Layout[]): string {
  return JSON.stringify({ version: VERSION, layouts });
}

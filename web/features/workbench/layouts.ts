/** Views that a user keeps by name, for any listing. No React in here. */
import type { Ticker } from '#compute';
import { parseWorkbench, workbenchUrl, type WorkbenchView } from './workbench-url.ts';

export interface Layout {
  readonly name: string;
  /** The query of the view's address without its ticker. */
  readonly query: string;
}

export const MAX_LAYOUTS = 50;
export const MAX_NAME = 60;
const MAX_QUERY = 2000;
const VERSION = 1;

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

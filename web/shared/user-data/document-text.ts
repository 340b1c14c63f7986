/** Writing documents, which the first page does not. */
import type { ItemKind } from '#worker/contract';
import type { Fields } from './documents.ts';

/** The text that stores items, and other fields beside them. */
export function documentText(
  items: { readonly [Kind in ItemKind]?: ReadonlyMap<string, object> },
  others: Fields | null = null,
): string {
  const lists = Object.entries(items).map(([kind, values]) => [kind, [...values]]);
  return JSON.stringify({ ...others, ...Object.fromEntries(lists) });
}

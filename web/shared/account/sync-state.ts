/** What a sync remembers of the server and reads of this browser, as values, and how the two are compared. */
import { ITEM_KINDS } from '#worker/contract';
import type { ItemChange, ItemKind, ItemValue } from '#worker/contract';
import { DEFAULT_SETTINGS } from '../settings/settings.ts';
import type { Items, StoredDocument } from './documents.ts';

/** Of an item, what the server last said: its version and, unless it is deleted, its value as JSON. */
type Confirmed = readonly [version: number, value: string | null];
type ByItem<Value> = { [Kind in ItemKind]?: Record<string, Value> };

export interface SyncState {
  readonly uid: string;
  /** Of the last answer to a GET. */
  version: number;
  base: ByItem<Confirmed>;
  /** Values on their way whose answer has not arrived: an item that comes back with one of them is no change of another device. */
  sent: ByItem<(string | null)[]>;
}

export type Local = ReadonlyMap<StoredDocument, Items | null>;
type LocalMap = ReadonlyMap<string, unknown>;

/** An insert-only value never changes, so that it need not be stored twice. */
export const INSERTED = '';
const NO_ITEMS: LocalMap = new Map();

/** A document that is gone was not emptied by its user: its items are asked for again. */
export function forgetLost(state: SyncState, local: Local): boolean {
  const lost = [...local]
    .filter(([, items]) => items === null)
    .flatMap(([{ kinds }]) => kinds)
    .filter(
      (kind) =>
        Object.keys(state.sent[kind] ?? {}).length > 0 ||
        Object.values(state.base[kind] ?? {}).some(([, value]) => value !== null),
    );
  for (const kind of lost) {
    delete state.base[kind];
    // What comes back of it is news.
    delete state.sent[kind];
  }
  if (lost.length > 0) state.version = 0;
  return lost.length > 0;
}

export function stateIn(text: string | null): SyncState | null {
  try {
    const { uid, version, base, sent } = JSON.parse(text ?? 'null') as SyncState;
    return typeof uid === 'string' && Number.isInteger(version)
      ? { uid, version, base: tables(base), sent: tables(sent) }
      : null;
  } catch {
    return null;
  }
}

/** Its keys may be any text, and `constructor` is one that every other object seems to have. */
export function table<Value>(entries?: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.assign(Object.create(null) as Record<string, Value>, entries);
}

function tables<Value>(stored: ByItem<Value> | undefined): ByItem<Value> {
  return Object.fromEntries(Object.entries(stored ?? {}).map(([kind, entries]) => [kind, table(entries)]));
}

/** The kinds in the order in which they are sent, each with what this browser has of it; `null` where its document is lost. */
export function kindsOf(local: Local): readonly (readonly [ItemKind, LocalMap | null])[] {
  return [...local].flatMap(([{ kinds }, items]) =>
    kinds.map((kind) => [kind, items && mapOf(items, kind)] as const),
  );
}

export function mapOf(items: Items, kind: ItemKind): LocalMap {
  return items[kind] ?? NO_ITEMS;
}

/** What the server has first, then the rest: where a document has no room for all, it keeps those. The same on each device. */
export function inOrder(items: LocalMap, base: Readonly<Record<string, Confirmed>>): LocalMap {
  const entries = [...items];
  const isOwn = ([key]: readonly [string, unknown]) => base[key] === undefined || base[key][1] === null;
  const confirmed = entries.filter((entry) => !isOwn(entry));
  return new Map([...confirmed.toSorted(([a], [b]) => (a < b ? -1 : 1)), ...entries.filter(isOwn)]);
}

/** Whether this browser has of an item what the server has. */
export function isConfirmed(
  kind: ItemKind,
  known: Confirmed | undefined,
  mine: LocalMap | null,
  key: string,
): boolean {
  const confirmed = known?.[1] ?? null;
  if (confirmed !== null && ITEM_KINDS[kind].isInsertOnly) return mine?.has(key) === true;
  return jsonOf(mine ?? NO_ITEMS, key) === confirmed;
}

/** A setting that nobody has touched is stored with those that were: it must not win over a choice made elsewhere. */
function isUnchosen(kind: ItemKind, key: string, value: unknown): boolean {
  if (kind !== 'setting') return false;
  const defaults: Readonly<Record<string, string>> = { ...DEFAULT_SETTINGS };
  return (value as ItemValue<'setting'>).choice === defaults[key];
}

/** What differs from what the server has: deletions first, which make room. */
export function differences(state: SyncState, local: Local): readonly ItemChange[] {
  const deletions: ItemChange[] = [];
  const others: ItemChange[] = [];
  for (const [kind, mine] of kindsOf(local)) {
    if (mine === null) continue;
    const base = state.base[kind] ?? table();
    for (const [key, value] of mine) {
      const known = base[key];
      if (isConfirmed(kind, known, mine, key)) continue;
      // Who deleted a forecast cannot give it again: its outcome may be known by now.
      if (ITEM_KINDS[kind].isInsertOnly && known) continue;
      if (!known && isUnchosen(kind, key, value)) continue;
      others.push({ kind, key, value: value as Record<string, unknown>, base_version: known?.[0] ?? 0 });
    }
    // A setting that is missing was never chosen, or is none of this build's.
    if (kind === 'setting') continue;
    for (const [key, [version, value]] of Object.entries(base)) {
      if (value !== null && !mine.has(key))
        deletions.push({ kind, key, deleted: true, base_version: version });
    }
  }
  return [...deletions, ...others];
}

export function jsonOf(items: LocalMap, key: string): string | null {
  return items.has(key) ? canonical(items.get(key)) : null;
}

export function textOf(change: ItemChange): string | null {
  return 'deleted' in change ? null : canonical(change.value);
}

export function changeId(change: ItemChange): string {
  return idOf(change.kind, change.key, textOf(change));
}

export function idOf(kind: ItemKind, key: string, text: string | null): string {
  return JSON.stringify([kind, key, text]);
}

/** JSON with the fields in order, so that equal values are equal texts whoever wrote them. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

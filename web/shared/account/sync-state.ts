/** What a sync remembers of the server and reads of this browser, as values, and how the two are compared and merged. */
import { ITEM_KINDS } from '#worker/contract';
import type { ItemChange, ItemKind, ItemValue, StoredItem } from '#worker/contract';
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
const INSERTED = '';
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
function kindsOf(local: Local): readonly (readonly [ItemKind, LocalMap | null])[] {
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
function isConfirmed(
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

/** What the server's items make of this browser's. */
interface Merged {
  /** What this browser is to have, by kind; only of documents that are not lost. */
  readonly next: ReadonlyMap<ItemKind, LocalMap>;
  /** The kinds of which something differs from what it had. */
  readonly changed: ReadonlySet<ItemKind>;
  /** The kinds of which the server has deleted something, and so has room. */
  readonly deleted: ReadonlySet<ItemKind>;
}

/**
 * Merges the server's items and notes them in `state`. Its version of an item wins over a change that was made without knowing
 * it; a change of ours that it has accepted wins over nothing. What a whole answer does not hold was deleted elsewhere, and goes
 * unless it was changed here.
 */
export function merged(
  state: SyncState,
  local: Local,
  items: readonly StoredItem[],
  isWhole: boolean,
): Merged {
  const next = new Map<ItemKind, Map<string, unknown>>(
    kindsOf(local).map(([kind, mine]) => [kind, new Map(mine)]),
  );
  const changed = new Set<ItemKind>();
  const withDeletions = new Set<ItemKind>();
  if (isWhole) {
    const held = new Set(items.map(({ kind, key }) => `${kind} ${key}`));
    for (const [kind, mine] of next) {
      const base = state.base[kind] ?? table();
      for (const [key, known] of Object.entries(base)) {
        if (held.has(`${kind} ${key}`)) continue;
        if (isConfirmed(kind, known, mine, key) && mine.delete(key)) changed.add(kind);
        delete base[key];
      }
    }
  }
  for (const { kind, key, value, version, deleted } of items) {
    const base = (state.base[kind] ??= table());
    const known = base[key];
    if (version === 0) {
      // The server has nothing of it, and says so.
      delete base[key];
      delete state.sent[kind]?.[key];
      continue;
    }
    // An account that was begun anew counts from the beginning.
    if (known && (isWhole ? version === known[0] : version <= known[0])) continue;
    const text = deleted ? null : canonical(value);
    const isOurs = state.sent[kind]?.[key]?.includes(text) === true;
    base[key] = [version, text === null || !ITEM_KINDS[kind].isInsertOnly ? text : INSERTED];
    delete state.sent[kind]?.[key];
    if (deleted) withDeletions.add(kind);
    const mine = next.get(kind);
    if (isOurs || mine === undefined || jsonOf(mine, key) === text) continue;
    if (deleted) mine.delete(key);
    else mine.set(key, value);
    changed.add(kind);
  }
  return { next, changed, deleted: withDeletions };
}

/** A change that was taken back before it arrived is on its way no longer: whoever makes it now is another device. */
export function forgetUndone(state: SyncState, local: Local): void {
  for (const [kind, mine] of kindsOf(local)) {
    const sent = state.sent[kind] ?? table();
    for (const key of Object.keys(sent))
      if (isConfirmed(kind, state.base[kind]?.[key], mine, key)) delete sent[key];
  }
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

function jsonOf(items: LocalMap, key: string): string | null {
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

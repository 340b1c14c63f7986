/**
 * What the sync remembers between rounds, and how it compares and merges. Of an item there may be three values: the one in this
 * browser ({@link Local}), the one that the server last confirmed (`base`), and those that were sent and not answered (`sent`).
 * The functions stand in the order in which a round calls them. They change the state that they are given and nothing else.
 */
import {
  ITEM_KINDS,
  type ItemChange,
  type ItemKind,
  type ItemValue,
  type StoredItem,
} from '#worker/contract';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { Items, StoredDocument } from './documents.ts';

/** What the server last said of an item: its version and its value as JSON, `null` where it is deleted. */
type Confirmed = readonly [version: number, json: string | null];

type ByKind<Value> = { [Kind in ItemKind]?: Record<string, Value> };

export interface SyncState {
  readonly uid: string;
  /** Of the last answer to a GET. */
  version: number;
  base: ByKind<Confirmed>;
  /** As JSON, `null` for a deletion. An item that comes back with one of these values is our own change. */
  sent: ByKind<(string | null)[]>;
}

/** What this browser has, by document; `null` where the document is missing or cannot be read. */
export type Local = ReadonlyMap<StoredDocument, Items | null>;

type Values = ReadonlyMap<string, unknown>;

const NO_VALUES: Values = new Map();

/** Stands for the value of an insert-only item, which never changes: storing it twice would be a waste. */
const INSERTED = '';

/** The state of a user who has synced nothing yet. */
export function emptyState(uid: string): SyncState {
  return { uid, version: 0, base: {}, sent: {} };
}

/** A stored state; `null` where there is none. */
export function parseState(text: string | null): SyncState | null {
  try {
    const { uid, version, base, sent } = JSON.parse(text ?? 'null') as SyncState;
    return typeof uid === 'string' && Number.isInteger(version)
      ? { uid, version, base: tables(base), sent: tables(sent) }
      : null;
  } catch {
    return null;
  }
}

function tables<Value>(stored: ByKind<Value> | undefined): ByKind<Value> {
  return Object.fromEntries(
    Object.entries(stored ?? {}).map(([kind, entries]) => [kind, Object.assign(emptyTable(), entries)]),
  );
}

/** An object without a prototype: a key may be any text, `constructor` too. */
function emptyTable<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

/**
 * Forgets the items of documents that this browser has lost, so that the server sends them again: a missing document was not
 * emptied by its user. Returns whether there are any.
 */
export function forgetLostDocuments(state: SyncState, local: Local): boolean {
  const lost = valuesByKind(local).filter(
    ([kind, values]) =>
      values === null &&
      (Object.keys(state.sent[kind] ?? {}).length > 0 ||
        Object.values(state.base[kind] ?? {}).some(([, json]) => json !== null)),
  );
  for (const [kind] of lost) {
    delete state.base[kind];
    delete state.sent[kind];
  }
  if (lost.length > 0) state.version = 0;
  return lost.length > 0;
}

/** What this browser is to hold after a merge. */
interface Merged {
  readonly values: ReadonlyMap<ItemKind, Values>;
  /** The kinds whose values differ from what this browser had. */
  readonly changed: ReadonlySet<ItemKind>;
  /** The kinds of which the server has deleted something, and so has room again. */
  readonly deleted: ReadonlySet<ItemKind>;
}

/**
 * Merges the server's items into this browser's and notes them as the base. A newer version wins over a change that was made
 * here without knowing it, unless it is our own change coming back. `isWhole`: these are all that the account holds, and what
 * is missing was deleted elsewhere; it goes here too, unless it was changed here.
 */
export function mergeItems(
  state: SyncState,
  local: Local,
  items: readonly StoredItem[],
  isWhole: boolean,
): Merged {
  const values = new Map(valuesByKind(local).map(([kind, own]) => [kind, new Map(own)]));
  const changed = new Set<ItemKind>();
  const deleted = new Set<ItemKind>();
  if (isWhole) dropMissing();
  for (const item of items) takeItem(item);
  return { values, changed, deleted };

  function dropMissing(): void {
    const held = new Set(items.map(({ kind, key }) => `${kind} ${key}`));
    for (const [kind, own] of values) {
      const base = state.base[kind] ?? emptyTable();
      for (const [key, confirmed] of Object.entries(base)) {
        if (held.has(`${kind} ${key}`)) continue;
        if (isConfirmed(kind, key, own, confirmed) && own.delete(key)) changed.add(kind);
        delete base[key];
      }
    }
  }

  function takeItem(item: StoredItem): void {
    const { kind, key, value, version } = item;
    const base = (state.base[kind] ??= emptyTable());
    const confirmed = base[key];
    if (version === 0) {
      // The answer to a deletion of what the server never had.
      delete base[key];
      delete state.sent[kind]?.[key];
      return;
    }
    // In a whole answer a lower version counts too: the account may have begun anew.
    const isKnown = confirmed && (isWhole ? version === confirmed[0] : version <= confirmed[0]);
    if (isKnown) return;

    const json = item.deleted ? null : canonicalJson(value);
    const isOwnChange = state.sent[kind]?.[key]?.includes(json) === true;
    base[key] = [version, json !== null && ITEM_KINDS[kind].isInsertOnly ? INSERTED : json];
    delete state.sent[kind]?.[key];
    if (item.deleted) deleted.add(kind);

    const own = values.get(kind);
    if (own === undefined || isOwnChange || jsonOf(own, key) === json) return;
    if (item.deleted) own.delete(key);
    else own.set(key, value);
    changed.add(kind);
  }
}

/**
 * What a document has room for, in its order here. Of a kind that has too many the confirmed ones stay, by key, so that every
 * device keeps the same, then those that are only here.
 */
export function withinLimits(state: SyncState, items: Items): Items {
  const limited = (Object.keys(items) as ItemKind[]).map((kind) => {
    const values = valuesOf(items, kind);
    const [stored, own]: [string[], string[]] = [[], []];
    for (const key of values.keys()) {
      const isStored = (state.base[kind]?.[key]?.[1] ?? null) !== null;
      (isStored ? stored : own).push(key);
    }
    const kept = new Set([...stored.toSorted(), ...own].slice(0, ITEM_KINDS[kind].maxItems));
    return [kind, new Map([...values].filter(([key]) => kept.has(key)))];
  });
  return Object.fromEntries(limited) as Items;
}

/** Forgets what was sent and then undone here: who makes that change from now on is another device. */
export function forgetUndone(state: SyncState, local: Local): void {
  for (const [kind, own] of valuesByKind(local)) {
    const sent = state.sent[kind] ?? emptyTable();
    for (const key of Object.keys(sent)) {
      if (isConfirmed(kind, key, own, state.base[kind]?.[key])) delete sent[key];
    }
  }
}

/** What differs from the base and is to be sent. Deletions come first: they make room. */
export function pendingChanges(state: SyncState, local: Local): readonly ItemChange[] {
  const deletions: ItemChange[] = [];
  const edits: ItemChange[] = [];
  for (const [kind, own] of valuesByKind(local)) {
    if (own === null) continue;
    const base = state.base[kind] ?? emptyTable();
    for (const [key, value] of own) {
      const confirmed = base[key];
      if (isConfirmed(kind, key, own, confirmed) || !maySend(kind, key, value, confirmed)) continue;
      edits.push({ kind, key, value: value as Record<string, unknown>, base_version: confirmed?.[0] ?? 0 });
    }
    // A setting that is missing was never chosen here, or belongs to a later build.
    if (kind === 'setting') continue;
    for (const [key, [version, json]] of Object.entries(base)) {
      if (json === null || own.has(key)) continue;
      deletions.push({ kind, key, deleted: true, base_version: version });
    }
  }
  return [...deletions, ...edits];
}

function maySend(kind: ItemKind, key: string, value: unknown, confirmed: Confirmed | undefined): boolean {
  // A forecast that was deleted must not come back: its outcome may be known by now.
  if (ITEM_KINDS[kind].isInsertOnly) return confirmed === undefined;
  // Settings are stored together. One that nobody has chosen must not win over a choice made elsewhere.
  return kind !== 'setting' || confirmed !== undefined || !isDefault(key, value as ItemValue<'setting'>);
}

function isDefault(name: string, { choice }: ItemValue<'setting'>): boolean {
  const defaults: Readonly<Record<string, string>> = { ...DEFAULT_SETTINGS };
  return choice === defaults[name];
}

/** Whether this browser has of an item what the server has confirmed; of nothing, nothing. */
function isConfirmed(
  kind: ItemKind,
  key: string,
  own: Values | null,
  confirmed: Confirmed | undefined,
): boolean {
  const values = own ?? NO_VALUES;
  const json = confirmed?.[1] ?? null;
  return json !== null && ITEM_KINDS[kind].isInsertOnly ? values.has(key) : jsonOf(values, key) === json;
}

/** Every kind in the order in which it is sent, with what this browser has of it; `null` where its document is lost. */
function valuesByKind(local: Local): readonly (readonly [ItemKind, Values | null])[] {
  return [...local].flatMap(([{ kinds }, items]) =>
    kinds.map((kind) => [kind, items && valuesOf(items, kind)] as const),
  );
}

export function valuesOf(items: Items, kind: ItemKind): Values {
  return items[kind] ?? NO_VALUES;
}

/** Notes that a change is on its way. */
export function noteSent(state: SyncState, change: ItemChange): void {
  const sent = ((state.sent[change.kind] ??= emptyTable())[change.key] ??= []);
  const json = jsonOfChange(change);
  if (!sent.includes(json)) sent.push(json);
}

/** Tells a change from every other change, of the same item too. */
export function changeId(change: ItemChange): string {
  return JSON.stringify([change.kind, change.key, jsonOfChange(change)]);
}

function jsonOfChange(change: ItemChange): string | null {
  return 'deleted' in change ? null : canonicalJson(change.value);
}

function jsonOf(values: Values, key: string): string | null {
  return values.has(key) ? canonicalJson(values.get(key)) : null;
}

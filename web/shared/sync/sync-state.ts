/**
 * What the sync remembers between rounds, and how it compares and merges. Of an item there may be three values: the one in this
 * browser ({@link Local}), the one that the server last confirmed, and those that were sent and not confirmed yet. The
 * functions are in the order in which a round calls them. They change the state that they are given and nothing else.
 */
import {
  INSERT_ONLY_KINDS,
  ITEM_KINDS,
  type ItemChange,
  type ItemKind,
  type StoredItem,
} from '#worker/contract';
import { canonicalJson } from '../user/canonical-json.ts';
import { jsonFields } from '../user/documents.ts';

/** An item's kind, a blank and its key. */
type ItemId = string;

export function itemId({ kind, key }: Pick<StoredItem, 'kind' | 'key'>): ItemId {
  return `${kind} ${key}`;
}

export function nameOf(id: ItemId): Pick<StoredItem, 'kind' | 'key'> {
  const blank = id.indexOf(' ');
  return { kind: id.slice(0, blank) as ItemKind, key: id.slice(blank + 1) };
}

/** What is known of an item beyond its value in this browser. */
interface Known {
  /** That the server last confirmed; 0 for none. */
  readonly version: number;
  /** Its value then as JSON; `null` for none or a deleted one. */
  readonly json: string | null;
  /** As JSON, `null` for a deletion. An item that comes back with one of these values is our own change. */
  readonly sent: readonly (string | null)[];
}

const UNKNOWN: Known = { version: 0, json: null, sent: [] };

/** Stands for the value of an insert-only item, which never changes: storing it twice would be a waste. */
const INSERTED = '';

export interface SyncState {
  readonly uid: string;
  /** Of the last response to a GET. */
  version: number;
  readonly known: Map<ItemId, Known>;
}

export interface Local {
  /** In the order in which they are sent. */
  readonly values: ReadonlyMap<ItemId, unknown>;
  /** The kinds whose document is missing or cannot be read. */
  readonly lost: ReadonlySet<ItemKind>;
}

export function emptyState(uid: string): SyncState {
  return { uid, version: 0, known: new Map() };
}

/** A stored state; `null` where there is none. */
export function parseState(text: string | null): SyncState | null {
  const { uid, version, known } = (jsonFields(text) ?? {}) as {
    uid?: unknown;
    version?: unknown;
    known?: readonly [ItemId, Known][];
  };
  return typeof uid === 'string' && typeof version === 'number'
    ? { uid, version, known: new Map(known) }
    : null;
}

export function stateText({ uid, version, known }: SyncState): string {
  return JSON.stringify({ uid, version, known: [...known] });
}

function knownOf({ known }: SyncState, id: ItemId): Known {
  return known.get(id) ?? UNKNOWN;
}

function setKnown({ known }: SyncState, id: ItemId, next: Known): void {
  if (next.version === 0 && next.sent.length === 0) known.delete(id);
  else known.set(id, next);
}

/** Forgets the items of lost documents, so that the server sends them again: no user emptied those. Says if there are any. */
export function forgetLost(state: SyncState, { lost }: Local): boolean {
  const forgotten = [...state.known].filter(
    ([id, { json, sent }]) => lost.has(nameOf(id).kind) && (json !== null || sent.length > 0),
  );
  if (forgotten.length === 0) return false;
  for (const [id] of forgotten) state.known.delete(id);
  state.version = 0;
  return true;
}

/**
 * Merges the server's items into this browser's, each in its place, and notes them as confirmed. A newer version wins over a
 * change that was made here without knowing it, unless it is our own change coming back. `isWhole`: these are all that the
 * account holds; what is missing was deleted elsewhere and goes here too, unless it was changed here. Returns the values, the
 * kinds whose values differ from what this browser had, and those of which the server has deleted something, and so has room
 * again.
 */
export function mergeItems(state: SyncState, local: Local, items: readonly StoredItem[], isWhole: boolean) {
  const values = new Map(local.values);
  const changed = new Set<ItemKind>();
  const deleted = new Set<ItemKind>();
  if (isWhole) dropMissing();
  for (const item of items) takeItem(item);
  return { values, changed, deleted };

  function dropMissing(): void {
    const stored = new Set(items.map(itemId));
    for (const [id, known] of state.known) {
      if (known.version === 0 || stored.has(id)) continue;
      if (isConfirmed(id, values, known) && values.delete(id)) changed.add(nameOf(id).kind);
      setKnown(state, id, { ...UNKNOWN, sent: known.sent });
    }
  }

  function takeItem(item: StoredItem): void {
    const { kind, value, version } = item;
    const id = itemId(item);
    const known = knownOf(state, id);
    if (version === 0) {
      // The response to a deletion of what the server never had.
      state.known.delete(id);
      return;
    }
    // In a whole response a lower version counts too: the account may have begun anew.
    const isOld = isWhole ? version === known.version : version <= known.version;
    if (isOld) return;

    const json = item.deleted ? null : canonicalJson(value);
    const isInserted = json !== null && INSERT_ONLY_KINDS.has(kind);
    setKnown(state, id, { version, json: isInserted ? INSERTED : json, sent: [] });
    if (item.deleted) deleted.add(kind);

    if (known.sent.includes(json) || jsonOf(id, values) === json) return;
    if (item.deleted) values.delete(id);
    else values.set(id, value);
    changed.add(kind);
  }
}

/** Of a kind with too many items the confirmed ones stay, by key, so that devices agree, then those that are only here. */
export function withinLimits(
  state: SyncState,
  values: ReadonlyMap<ItemId, unknown>,
): ReadonlyMap<ItemId, unknown> {
  const isStored = (id: ItemId) => knownOf(state, id).json !== null;
  const kept = Object.entries(ITEM_KINDS).flatMap(([kind, { maxItems }]) => {
    const ids = [...values.keys()].filter((id) => nameOf(id).kind === kind);
    const own = ids.filter((id) => !isStored(id));
    return [...ids.filter(isStored).toSorted(), ...own].slice(0, maxItems);
  });
  const allowed = new Set(kept);
  return new Map([...values].filter(([id]) => allowed.has(id)));
}

/** Forgets changes that were sent and then undone locally: if one appears again, another device made it. */
export function forgetUndone(state: SyncState, { values }: Local): void {
  for (const [id, known] of state.known) {
    if (known.sent.length > 0 && isConfirmed(id, values, known)) setKnown(state, id, { ...known, sent: [] });
  }
}

/** What differs from what the server has confirmed and is to be sent. Deletions come first: they make room. */
export function pendingChanges(state: SyncState, { values, lost }: Local): readonly ItemChange[] {
  const deletions: ItemChange[] = [];
  for (const [id, { version, json }] of state.known) {
    const { kind, key } = nameOf(id);
    if (json === null || values.has(id) || lost.has(kind)) continue;
    deletions.push({ kind, key, deleted: true, base_version: version });
  }
  const edits: ItemChange[] = [];
  for (const [id, value] of values) {
    const { kind, key } = nameOf(id);
    const known = knownOf(state, id);
    // A forecast that was deleted must not come back: its outcome may be known by now.
    const isOver = INSERT_ONLY_KINDS.has(kind) && known.version > 0;
    if (isOver || isConfirmed(id, values, known)) continue;
    edits.push({ kind, key, value: value as Record<string, unknown>, base_version: known.version });
  }
  return [...deletions, ...edits];
}

/** Whether this browser has of an item what the server has confirmed; of nothing, nothing. */
function isConfirmed(id: ItemId, values: ReadonlyMap<ItemId, unknown>, { json }: Known): boolean {
  return json === INSERTED ? values.has(id) : jsonOf(id, values) === json;
}

function jsonOf(id: ItemId, values: ReadonlyMap<ItemId, unknown>): string | null {
  return values.has(id) ? canonicalJson(values.get(id)) : null;
}

export function noteSent(state: SyncState, change: ItemChange): void {
  const id = itemId(change);
  const known = knownOf(state, id);
  setKnown(state, id, { ...known, sent: [...new Set([...known.sent, jsonOfChange(change)])] });
}

export function forgetSent(state: SyncState, change: ItemChange): void {
  const id = itemId(change);
  setKnown(state, id, { ...knownOf(state, id), sent: [] });
}

/** Distinguishes a change from every other change, of the same item too. */
export function changeId(change: ItemChange): string {
  return JSON.stringify([change.kind, change.key, jsonOfChange(change)]);
}

function jsonOfChange(change: ItemChange): string | null {
  return 'deleted' in change ? null : canonicalJson(change.value);
}

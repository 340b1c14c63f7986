import * as v from 'valibot';
import type { Failure } from '../failure.ts';
import { sha256Hex } from '../body.ts';
import type { FailurePause } from './load-failures.ts';
import type { StoredValue } from './stores.ts';

export interface EntryKind<T> {
  readonly name: 'stock' | 'intraday' | 'fundamentals' | 'news' | 'search';
  /** The stored JSON; for a snapshot also the body of `view=columns`. */
  encode(value: T, fetchedAtSeconds: number): string;
  /** `null` for anything that `encode` did not write. */
  decode(json: string): T | null;
  /** The value's source; `asOfSeconds` is compared within one source only. */
  source(value: T): string;
  asOfSeconds(value: T): number;
  freshUntilSeconds(value: T, fetchedAtSeconds: number): number;
  /** Whether part of the value is still missing and will be added. */
  isIncomplete?(value: T): boolean;
  /** How long to pause after a failed load, if the usual pause is too short. */
  readonly failurePause?: FailurePause;
  /** Memory limit for entries of this kind, including decoded values. */
  readonly maxMemoryBytes: number;
  /** `false`: only `store` writes to KV; a fetch does not. */
  readonly isStoredWhenFetched?: false;
  /** Lifetime in KV. */
  readonly expireSeconds: number;
}

/** A fetched value: immutable, encoded once. */
export interface Entry<T> {
  readonly bytes: Uint8Array;
  /** Strong validator of the bytes (RFC 9110 section 8.8). */
  readonly etag: string;
  readonly source: string;
  readonly asOfSeconds: number;
  readonly fetchedAtSeconds: number;
  readonly freshUntilSeconds: number;
  readonly isIncomplete: boolean;
  readonly value: T;
}

/** Where a response came from. `stale`: the last good entry, with a refresh due. */
export type CacheOutcome = 'memory' | 'kv' | 'upstream' | 'stale';

export interface Served<T> {
  readonly entry: Pick<Entry<T>, 'fetchedAtSeconds' | 'freshUntilSeconds' | 'value'>;
  readonly stale: boolean;
  readonly outcome: CacheOutcome;
  /** Why the last refresh failed, if that is why the entry is stale; else `null`. */
  readonly failure: Failure['reason'] | null;
}

export interface Cached<T> extends Served<T> {
  readonly entry: Entry<T>;
}

/** Raise it if the metadata or the bytes change shape: entries of another version count as absent. */
const FORMAT_VERSION = 2;

const finite = v.pipe(v.number(), v.finite());

/** KV metadata, at most 1,024 bytes of JSON: what describes an entry. */
const metadataSchema = v.object({
  version: v.literal(FORMAT_VERSION),
  /** Length of the value, to detect a truncated one. */
  byteLength: finite,
  etag: v.pipe(v.string(), v.regex(/^"\w+"$/)),
  source: v.string(),
  asOfSeconds: finite,
  fetchedAtSeconds: finite,
  freshUntilSeconds: finite,
  isIncomplete: v.boolean(),
});

export async function encodeEntry<T>(kind: EntryKind<T>, value: T, fetchedAtSeconds: number) {
  return {
    ...(await encodeText(kind.encode(value, fetchedAtSeconds))),
    source: kind.source(value),
    asOfSeconds: kind.asOfSeconds(value),
    fetchedAtSeconds,
    freshUntilSeconds: kind.freshUntilSeconds(value, fetchedAtSeconds),
    isIncomplete: kind.isIncomplete?.(value) ?? false,
    value,
  };
}

export async function encodeText(text: string): Promise<Pick<Entry<unknown>, 'bytes' | 'etag'>> {
  const bytes = new TextEncoder().encode(text);
  return { bytes, etag: `"${(await sha256Hex(bytes)).slice(0, 24)}"` };
}

export function storedValue({ bytes, value: _value, ...description }: Entry<unknown>): StoredValue {
  return { bytes, metadata: { version: FORMAT_VERSION, byteLength: bytes.length, ...description } };
}

/** The entry of a stored value; `null` if it is truncated, of another version or not one of these. */
export function readStored<T>(kind: EntryKind<T>, { bytes, metadata }: StoredValue): Entry<T> | null {
  const parsed = v.safeParse(metadataSchema, metadata);
  if (!parsed.success) return null;
  const { version: _version, byteLength, ...description } = parsed.output;
  const value = byteLength === bytes.length ? kind.decode(new TextDecoder().decode(bytes)) : null;
  return value && { bytes, value, ...description };
}

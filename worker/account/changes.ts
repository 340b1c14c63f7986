/** Reads the body of `PUT /api/me/items`. */
import { err, ok } from '#compute';
import type { Result } from '#compute';
import * as v from 'valibot';
import { ITEM_KINDS, itemChangesSchema, MAX_VALUE_BYTES } from '../contract/contract.ts';
import type { ItemChange } from '../contract/contract.ts';
import type { ServiceError } from '../http/errors.ts';

/** A valid change, named as the database reads it. */
export interface Change {
  readonly kind: string;
  readonly key: string;
  /** JSON with its fields in the order of their schema; `null` deletes. */
  readonly value: string | null;
  readonly base_version: number;
  readonly is_insert_only: boolean;
}

const INVALID: Result<never, ServiceError> = err({ reason: 'invalid_item' });

/** All changes of a body, or why none of them can be stored. */
export function parseChanges(body: unknown): Result<readonly Change[], ServiceError> {
  const parsed = v.safeParse(itemChangesSchema, body);
  if (!parsed.success) return INVALID;
  const changes: Change[] = [];
  const names = new Set<string>();
  for (const item of parsed.output.items) {
    const value = valueOf(item);
    if (value === undefined) return INVALID;
    const { kind, key, base_version } = item;
    names.add(`${kind}/${key}`);
    changes.push({ kind, key, value, base_version, is_insert_only: ITEM_KINDS[kind].isInsertOnly });
  }
  return names.size === changes.length ? ok(changes) : INVALID;
}

/** The value as JSON, `null` for a deletion, `undefined` when its kind's schema or its size refuses it. */
function valueOf(item: ItemChange): string | null | undefined {
  if ('deleted' in item) return null;
  const value = v.safeParse(ITEM_KINDS[item.kind].value, item.value);
  if (!value.success) return undefined;
  const json = JSON.stringify(value.output);
  return new TextEncoder().encode(json).byteLength > MAX_VALUE_BYTES ? undefined : json;
}

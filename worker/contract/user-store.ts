/** What a user's object takes and gives: plain data, because it crosses from one Worker to another. */
import * as v from 'valibot';
import {
  alertKeySchema,
  ITEM_KIND_NAMES,
  ITEM_KINDS,
  itemChange,
  itemDeletion,
  MAX_BATCH_ITEMS,
} from './account-contract.ts';
import type { AlertEvent, ItemKind } from './account-contract.ts';

/** `PUT /api/me/items`. A change to another version than the stored one is not accepted. */
export const itemChangesSchema = v.object({
  items: v.pipe(
    v.array(
      v.variant('kind', [
        ...ITEM_KIND_NAMES.map((kind) =>
          v.strictObject({
            ...itemChange.entries,
            kind: v.literal(kind),
            key: kind === 'alert' ? alertKeySchema : itemChange.entries.key,
            value: ITEM_KINDS[kind].value,
          }),
        ),
        itemDeletion,
      ]),
    ),
    v.minLength(1),
    v.maxLength(MAX_BATCH_ITEMS),
  ),
});

/** An item with its value as JSON; `value` is `null` if it is deleted. */
export interface ItemRow {
  readonly kind: ItemKind;
  readonly key: string;
  readonly value: string | null;
  /** 0 if there is none. */
  readonly version: number;
  readonly updatedAtSeconds: number;
}

/** A valid change; its JSON has the fields in schema order. */
export interface Change extends Pick<ItemRow, 'kind' | 'key' | 'value'> {
  /** The version that the client knew; 0 for none. */
  readonly baseVersion: number;
}

/** A crossing that a check found, with its alert's version. The user's object adds the rule, which makes it an event. */
export type Crossing = Omit<AlertEvent, 'ticker' | 'rule' | 'is_read'> & Pick<ItemRow, 'version'>;

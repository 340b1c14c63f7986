/** The interface of a user's object. All of it is plain data, because it crosses from one Worker to another. */
import type { Result } from '#compute';
import * as v from 'valibot';
import {
  alertKeySchema,
  ITEM_KIND_NAMES,
  ITEM_KINDS,
  itemChange,
  itemDeletion,
  MAX_BATCH_ITEMS,
} from './account-contract.ts';
import type { AlertEvent, AlertStatus, ItemKind } from './account-contract.ts';

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

interface ChangedItems {
  /** What the client has after these rows. */
  readonly version: number;
  /** In order of their versions. */
  readonly rows: readonly ItemRow[];
  /** Whether the rows are all items; if not, changes with deletions. */
  readonly isFull: boolean;
}

/** An alert as the index has it: its key, and the version of its item. */
export interface RuleVersion {
  readonly alert: string;
  readonly version: number;
}

/** A crossing as a check found it, for the object to make an event of: only that knows the rule. */
export type Crossing = Omit<AlertEvent, 'ticker' | 'rule' | 'is_read'> & RuleVersion;

type Deleted = { readonly reason: 'account_deleted' };
type OverLimit = { readonly reason: 'over_limit'; readonly refused: readonly number[] };

/** One user's account. Times are epoch seconds. Every call can be repeated safely. */
export interface UserAccount {
  /** The items that changed after a version; all of them for version 0, and if the changes are not known any more. */
  readChanges(since: number, nowSeconds: number): Promise<Result<ChangedItems, Deleted>>;
  /** Accepts all changes to stored versions, or none if over a limit. Returns the batch's items as stored afterwards. */
  writeChanges(
    changes: readonly Change[],
    nowSeconds: number,
  ): Promise<Result<{ readonly version: number; readonly rows: readonly ItemRow[] }, Deleted | OverLimit>>;
  /** Records crossings as events, each once, and notifies browsers. Returns the rules that the account lacks in that version. */
  recordCrossings(
    crossings: readonly Crossing[],
    nowSeconds: number,
  ): Promise<Result<{ readonly unknownRules: readonly RuleVersion[] }, Deleted>>;
  unwatchedAlerts(nowSeconds: number): Promise<Result<AlertStatus['unwatched'], Deleted>>;
  /** Deletes everything in the account and refuses it for two hours. */
  deleteAccount(nowSeconds: number): Promise<Result<void, never>>;
}

export interface UserAccounts {
  getByName(uid: string): UserAccount;
}

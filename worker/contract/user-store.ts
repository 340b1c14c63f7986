/** What the routes ask of a user's object. Everything here crosses from one Worker to another, so it is plain data. */
import type { Result } from '#compute';
import * as v from 'valibot';
import {
  ITEM_KIND_NAMES,
  ITEM_KINDS,
  itemChange,
  itemDeletion,
  MAX_BATCH_ITEMS,
} from './account-contract.ts';
import type { AlertEvent, ItemKind } from './account-contract.ts';

/** `PUT /api/me/items`. A change that was made on another version than the stored one is not taken. */
export const itemChangesSchema = v.object({
  items: v.pipe(
    v.array(
      v.variant('kind', [
        ...ITEM_KIND_NAMES.map((kind) =>
          v.strictObject({ ...itemChange.entries, kind: v.literal(kind), value: ITEM_KINDS[kind].value }),
        ),
        itemDeletion,
      ]),
    ),
    v.minLength(1),
    v.maxLength(MAX_BATCH_ITEMS),
  ),
});

/** An item, with the value as JSON; `value` is `null` where it is deleted. */
export interface ItemRow {
  readonly kind: ItemKind;
  readonly key: string;
  readonly value: string | null;
  /** 0 where there is none. */
  readonly version: number;
  readonly updatedAtSeconds: number;
}

/** A valid change; its JSON has the fields in the order of their schema. */
export interface Change extends Pick<ItemRow, 'kind' | 'key' | 'value'> {
  /** The version of the item that the client knew; 0 for none. */
  readonly baseVersion: number;
}

export interface ChangedItems {
  readonly version: number;
  /** `null`: only everything there is can bring the client up to date. */
  readonly rows: readonly ItemRow[] | null;
  readonly hasMore: boolean;
}

/** A crossing as the scheduled run saw it: what the user's object makes an event of, with the rule that only it knows. */
export type Crossing = Omit<AlertEvent, 'ticker' | 'rule' | 'is_read'>;

type Deleted = { readonly reason: 'account_deleted' };
type OverLimit = { readonly reason: 'over_limit' };

/** The account of one user. Times are epoch seconds. Every call may be sent again. */
export interface UserAccount {
  /** The first page of what changed after a version, where changes alone can bring the client up to date. */
  readChanges(since: number, nowSeconds: number): Promise<Result<ChangedItems, Deleted>>;
  /** A page of items after a version, deletions included; empty after the last one. */
  readPage(since: number, nowSeconds: number): Promise<Result<readonly ItemRow[], Deleted>>;
  /** Accepts all changes made on the stored versions, or none over a limit. The rows are the batch's items as they are then. */
  writeChanges(
    changes: readonly Change[],
    nowSeconds: number,
  ): Promise<Result<{ readonly version: number; readonly rows: readonly ItemRow[] }, Deleted | OverLimit>>;
  /** Notes crossings as events, each once, and tells the user's browsers. Returns the alerts that the account does not have. */
  recordCrossings(
    crossings: readonly Crossing[],
    nowSeconds: number,
  ): Promise<Result<{ readonly unknownAlerts: readonly string[] }, Deleted>>;
  unwatchedAlerts(nowSeconds: number): Promise<Result<readonly string[], Deleted>>;
  /** Removes everything that the account holds and refuses it for two hours. */
  deleteAccount(nowSeconds: number): Promise<void>;
}

export interface UserAccounts {
  getByName(uid: string): UserAccount;
}

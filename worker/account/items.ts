/** What accounts hold, in D1: all the SQL of `user_item`, `user_account` and `deleted_user`. */
import { err, ok, SECONDS_PER_DAY } from '#compute';
import type { Result } from '#compute';
import { ITEM_KINDS } from '../contract/contract.ts';
import type { ServiceError } from '../http/errors.ts';
import { sha256Hex } from '../sha256.ts';
import type { Uid } from './identity.ts';

/** Items of one page of a response. */
const PAGE_ITEMS = 1000;

/** A deletion is remembered this long, and of one kind so many, so that nobody fills the database with deletions. */
const DELETION_DAYS = 90;
const MAX_DELETIONS = 10_000;

/** An ID token lives for an hour, so none of a deleted account is valid when its mark goes. */
const DELETED_ACCOUNT_SECONDS = 2 * 3600;

/** A row, with the value as JSON; `value` is `null` where it is deleted. */
export interface ItemRow {
  readonly kind: string;
  readonly key: string;
  readonly value: string | null;
  readonly version: number;
  /** Epoch seconds. */
  readonly updatedAtSeconds: number;
}

/** A valid change, named as the database reads it. */
export interface Change {
  readonly kind: string;
  readonly key: string;
  /** JSON with its fields in the order of their schema; `null` deletes. */
  readonly value: string | null;
  readonly base_version: number;
  readonly is_insert_only: boolean;
}

/** Where an account stands. */
interface State {
  /** The last version that was given. */
  readonly version: number;
  /** The last version of a deletion that is forgotten; 0 for none. */
  readonly purgedVersion: number;
  readonly isDeleted: 0 | 1;
  /** Of the latest change, by whichever device, epoch seconds. */
  readonly changedAtSeconds: number | null;
}

const ITEM_COLUMNS = 'kind, key, value, version, updated_at AS updatedAtSeconds';

const IS_DELETED = 'EXISTS (SELECT 1 FROM deleted_user WHERE uid_hash = ?2 AND until > ?3)';

const PURGED_VERSION = 'COALESCE((SELECT purged_version FROM user_account WHERE uid = ?1), 0)';

const LAST_VERSION = `MAX(${PURGED_VERSION}, COALESCE((SELECT MAX(version) FROM user_item WHERE uid = ?1), 0))`;

const STATE = `
  SELECT ${LAST_VERSION} AS version, ${PURGED_VERSION} AS purgedVersion, ${IS_DELETED} AS isDeleted,
    (SELECT updated_at FROM user_item WHERE uid = ?1 ORDER BY version DESC LIMIT 1) AS changedAtSeconds`;

/**
 * The changes of a batch (?4) that are taken, and the kinds that would then hold more than the limits (?5) allow. A change
 * is taken when it was made on the stored version (0: none) and changes something. What is insert-only is never updated,
 * and never inserted again after it was deleted.
 */
const TAKEN = `
  WITH change AS (
    SELECT value ->> 'kind' AS kind, value ->> 'key' AS key, value ->> 'value' AS value,
      value ->> 'base_version' AS base_version, value ->> 'is_insert_only' AS is_insert_only, key AS place
    FROM json_each(?4)
  ),
  taken AS MATERIALIZED (
    SELECT change.*, ROW_NUMBER() OVER (ORDER BY place) AS step,
      stored.version IS NULL AS is_new, stored.value IS NULL AS was_absent
    FROM change LEFT JOIN user_item stored
      ON stored.uid = ?1 AND stored.kind = change.kind AND stored.key = change.key
    WHERE base_version = COALESCE(stored.version, 0)
      AND change.value IS NOT stored.value
      AND NOT (is_insert_only AND stored.version IS NOT NULL AND change.value IS NOT NULL)
  ),
  -- An account never holds more items than it has given versions, so most are not counted.
  growth AS (
    SELECT kind, SUM(is_new) AS items, SUM(was_absent) - SUM(taken.value IS NULL) AS live, maximum.value AS max_live
    FROM taken JOIN json_each(?5) maximum ON maximum.key = kind GROUP BY kind
    HAVING SUM(was_absent) > 0 AND ${LAST_VERSION} + COUNT(*) > max_live
  ),
  before AS (
    SELECT kind, COUNT(*) AS items, COUNT(value) AS live
    FROM user_item WHERE uid = ?1 AND kind IN (SELECT kind FROM growth) GROUP BY kind
  ),
  over AS (
    SELECT 1 FROM growth LEFT JOIN before USING (kind)
    WHERE (growth.live > 0 AND growth.live + COALESCE(before.live, 0) > max_live)
      OR (growth.items > 0 AND growth.items + COALESCE(before.items, 0) > max_live + ${MAX_DELETIONS})
  )`;

const LIMITS = JSON.stringify(
  Object.fromEntries(Object.entries(ITEM_KINDS).map(([kind, { maxItems }]) => [kind, maxItems])),
);

/** Changes of an account since a version. */
interface ChangedItems {
  readonly version: number;
  readonly changedAtSeconds: number | null;
  /** `null`: only everything there is can bring the client up to date. */
  readonly rows: readonly ItemRow[] | null;
  readonly hasMore: boolean;
}

/**
 * The first page of what changed after `since`; none when deletions after it are forgotten, or when it is from before the
 * account was begun anew.
 */
export async function readChanges(
  db: D1Database,
  uid: Uid,
  since: number,
  nowSeconds: number,
): Promise<Result<ChangedItems, ServiceError>> {
  const [states, page] = await db.batch([
    db.prepare(STATE).bind(uid, await sha256Hex(uid), nowSeconds),
    pageAfter(db, uid, since, PAGE_ITEMS + 1),
  ]);
  const state = onlyRow<State>(states);
  if (state.isDeleted) return err({ reason: 'account_deleted' });
  const { version, changedAtSeconds } = state;
  if (since < state.purgedVersion || since > version) {
    return ok({ version, changedAtSeconds, rows: null, hasMore: false });
  }
  const found = (page?.results ?? []) as ItemRow[];
  const rows = found.slice(0, PAGE_ITEMS);
  const hasMore = found.length > rows.length;
  return ok({
    version: hasMore ? (rows.at(-1)?.version ?? since) : version,
    changedAtSeconds,
    rows,
    hasMore,
  });
}

/** Everything that an account holds, page by page. What changes meanwhile comes once more, at the end. */
export async function* readEverything(db: D1Database, uid: Uid): AsyncGenerator<readonly ItemRow[]> {
  for (let since = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- a page in memory at a time
    const { results } = await pageAfter(db, uid, since, PAGE_ITEMS).all<ItemRow>();
    const last = results.at(-1);
    if (last === undefined) return;
    yield results.filter(({ value }) => value !== null);
    since = last.version;
  }
}

/** Whether an account was deleted within the last two hours. */
export async function isDeletedAccount(db: D1Database, uid: Uid, nowSeconds: number): Promise<boolean> {
  const state = await db
    .prepare(STATE)
    .bind(uid, await sha256Hex(uid), nowSeconds)
    .first<State>();
  return state?.isDeleted === 1;
}

/**
 * Takes the changes of a batch that were made on the stored versions, all at once, and reads the batch's items as they
 * are then, in its order. One that is not stored at all has version 0. Nothing is taken when a limit would be exceeded.
 */
export async function writeChanges(
  db: D1Database,
  uid: Uid,
  changes: readonly Change[],
  nowSeconds: number,
): Promise<Result<{ readonly version: number; readonly rows: readonly ItemRow[] }, ServiceError>> {
  const batch = JSON.stringify(changes);
  const account = [uid, await sha256Hex(uid), nowSeconds] as const;
  const [before, written, after, items] = await db.batch([
    db
      .prepare(`${TAKEN} SELECT ${IS_DELETED} AS isDeleted, EXISTS (SELECT 1 FROM taken) AS isChange`)
      .bind(...account, batch, LIMITS),
    db
      .prepare(
        `${TAKEN}
         INSERT INTO user_item (uid, kind, key, value, version, updated_at)
         SELECT ?1, kind, key, value, ${LAST_VERSION} + step, ?3 FROM taken
         WHERE NOT ${IS_DELETED} AND NOT EXISTS (SELECT 1 FROM over)
         ON CONFLICT (uid, kind, key) DO UPDATE
         SET value = excluded.value, version = excluded.version, updated_at = excluded.updated_at
         RETURNING version`,
      )
      .bind(...account, batch, LIMITS),
    db.prepare(STATE).bind(...account),
    db
      .prepare(
        `SELECT change.value ->> 'kind' AS kind, change.value ->> 'key' AS key, stored.value AS value,
           COALESCE(version, 0) AS version, COALESCE(updated_at, 0) AS updatedAtSeconds
         FROM json_each(?2) change LEFT JOIN user_item stored
           ON uid = ?1 AND stored.kind = change.value ->> 'kind' AND stored.key = change.value ->> 'key'
         ORDER BY change.key`,
      )
      .bind(uid, batch),
  ]);
  const { isDeleted, isChange } = onlyRow<{ isDeleted: 0 | 1; isChange: 0 | 1 }>(before);
  if (isDeleted) return err({ reason: 'account_deleted' });
  if (isChange && written?.results.length === 0) return err({ reason: 'over_limit' });
  return ok({ version: onlyRow<State>(after).version, rows: (items?.results ?? []) as ItemRow[] });
}

/** Removes everything that an account holds and refuses it for two hours, in one transaction. */
export async function deleteAccount(db: D1Database, uid: Uid, nowSeconds: number): Promise<void> {
  await db.batch([
    db.prepare('DELETE FROM user_item WHERE uid = ?').bind(uid),
    db.prepare('DELETE FROM user_account WHERE uid = ?').bind(uid),
    db
      .prepare('REPLACE INTO deleted_user (uid_hash, until) VALUES (?, ?)')
      .bind(await sha256Hex(uid), nowSeconds + DELETED_ACCOUNT_SECONDS),
  ]);
}

/** Forgets deletions of over 90 days ago and the marks of deleted accounts that have served. Reads nothing else. */
export async function purgeAccounts(db: D1Database, nowSeconds: number): Promise<void> {
  const before = nowSeconds - DELETION_DAYS * SECONDS_PER_DAY;
  await db.batch([
    db
      .prepare(
        `INSERT INTO user_account (uid, purged_version)
         SELECT uid, MAX(version) FROM user_item INDEXED BY user_item_deletion
         WHERE value IS NULL AND updated_at < ? GROUP BY uid
         ON CONFLICT (uid) DO UPDATE SET purged_version = MAX(purged_version, excluded.purged_version)`,
      )
      .bind(before),
    db.prepare('DELETE FROM user_item WHERE value IS NULL AND updated_at < ?').bind(before),
    db.prepare('DELETE FROM deleted_user WHERE until <= ?').bind(nowSeconds),
  ]);
}

/** The row of a statement that always has one. */
function onlyRow<T>(result: D1Result | undefined): T {
  const [row] = result?.results ?? [];
  if (row === undefined) throw new Error('the statement has no row');
  return row as T;
}

function pageAfter(db: D1Database, uid: Uid, since: number, limit: number): D1PreparedStatement {
  return db
    .prepare(`SELECT ${ITEM_COLUMNS} FROM user_item WHERE uid = ? AND version > ? ORDER BY version LIMIT ?`)
    .bind(uid, since, limit);
}

/**
 * What accounts hold, in D1: all the SQL of `user_item`, `user_account` and `deleted_user`. First the statements' shared
 * parts, then reading, writing, deleting and purging.
 *
 * Each change of an account has a version, and versions only rise, so a client asks for what changed after the last one
 * it knows. The first one is the second of the clock: an account that begins anew after its deletion never gives the
 * versions of its former life again. A deleted item is a row without a value, which other devices must still hear of.
 */
import { err, ok, SECONDS_PER_DAY } from '#compute';
import type { Result } from '#compute';
import { ITEM_KINDS } from '../contract/contract.ts';
import type { Failure } from '../failure.ts';
import { sha256Hex } from '../sha256.ts';
import type { Uid } from './identity.ts';

/** Items of one page of a response. */
const PAGE_ITEMS = 1000;

/** A deletion is remembered this long, and of one kind so many, so that deletions cannot fill the database. */
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

const ITEM_COLUMNS = 'kind, key, value, version, updated_at AS updatedAtSeconds';

// In every statement below: ?1 user id, ?2 its hash, ?3 now in epoch seconds.

const IS_DELETED = 'EXISTS (SELECT 1 FROM deleted_user WHERE uid_hash = ?2 AND until > ?3)';

const PURGED_VERSION = 'COALESCE((SELECT purged_version FROM user_account WHERE uid = ?1), 0)';

const OLDEST_STORED_VERSION = 'COALESCE((SELECT MIN(version) FROM user_item WHERE uid = ?1), 0)';

const NEWEST_STORED_VERSION = 'COALESCE((SELECT MAX(version) FROM user_item WHERE uid = ?1), 0)';

const LAST_VERSION = `MAX(${PURGED_VERSION}, ${NEWEST_STORED_VERSION})`;

/** The state of an account. */
interface State {
  readonly isDeleted: 0 | 1;
  /** The last version that was given; 0 before the first change. */
  readonly version: number;
  /** The last version of a deletion that is forgotten; 0 for none. */
  readonly purgedVersion: number;
  /** The lowest version of a row; 0 without rows. */
  readonly oldestStoredVersion: number;
  /** Of the latest change, by whichever device, epoch seconds. */
  readonly changedAtSeconds: number | null;
}

const STATE = `
  SELECT ${IS_DELETED} AS isDeleted, ${LAST_VERSION} AS version, ${PURGED_VERSION} AS purgedVersion,
    ${OLDEST_STORED_VERSION} AS oldestStoredVersion,
    (SELECT updated_at FROM user_item WHERE uid = ?1 ORDER BY version DESC LIMIT 1) AS changedAtSeconds`;

/** Changes of an account since a version. */
interface ChangedItems {
  readonly version: number;
  readonly changedAtSeconds: number | null;
  /** `null`: only everything there is can bring the client up to date. */
  readonly rows: readonly ItemRow[] | null;
  readonly hasMore: boolean;
}

/** The first page of what changed after `since`, where changes alone can bring the client up to date. */
export async function readChanges(
  db: D1Database,
  uid: Uid,
  since: number,
  nowSeconds: number,
): Promise<Result<ChangedItems, Failure>> {
  const [states, page] = await db.batch([
    db.prepare(STATE).bind(uid, await sha256Hex(uid), nowSeconds),
    pageAfter(db, uid, since, PAGE_ITEMS + 1),
  ]);
  const state = onlyRow<State>(states);
  if (state.isDeleted) return err({ reason: 'account_deleted' });
  const { version, changedAtSeconds } = state;
  if (!isUpToChanges(since, state)) return ok({ version, changedAtSeconds, rows: null, hasMore: false });
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

/**
 * Whether the changes after a version are all that its client lacks. They are not where deletions after it are forgotten,
 * or where it may be of the account's former life: the account has not come so far again, or every row is newer.
 */
function isUpToChanges(since: number, { version, purgedVersion, oldestStoredVersion }: State): boolean {
  if (since < purgedVersion || since > version) return false;
  return since === 0 || since >= oldestStoredVersion;
}

/** Everything that an account holds, page by page. What changes meanwhile comes once more, at the end. */
export async function* readEverything(db: D1Database, uid: Uid): AsyncGenerator<readonly ItemRow[]> {
  for (let since = 0; ;) {
    // One page in memory at a time.
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

/** A valid change, named as the database reads it. */
export interface Change {
  readonly kind: string;
  readonly key: string;
  /** JSON with its fields in the order of their schema; `null` deletes. */
  readonly value: string | null;
  /** The version of the item that the client knew; 0 for none. */
  readonly base_version: number;
  readonly is_insert_only: boolean;
}

/** For a batch of changes (?4) and the most live items of each kind (?5): the changes to accept, and whether they fit. */
const ACCEPTED = `
  WITH change AS (
    SELECT value ->> 'kind' AS kind, value ->> 'key' AS key, value ->> 'value' AS value,
      value ->> 'base_version' AS base_version, value ->> 'is_insert_only' AS is_insert_only, key AS place
    FROM json_each(?4)
  ),
  -- Accepted is a change that was made on the stored version and alters the value. An insert-only item may be inserted
  -- once and deleted once.
  accepted AS MATERIALIZED (
    SELECT change.*, ROW_NUMBER() OVER (ORDER BY place) AS step,
      stored.version IS NULL AS is_new_row, stored.value IS NULL AS was_absent
    FROM change LEFT JOIN user_item stored
      ON stored.uid = ?1 AND stored.kind = change.kind AND stored.key = change.key
    WHERE base_version = COALESCE(stored.version, 0)
      AND change.value IS NOT stored.value
      AND (NOT is_insert_only OR stored.version IS NULL OR change.value IS NULL)
  ),
  -- The kinds that the batch adds to, and by how much. Every row has a version of its own, so an account whose versions
  -- span less than a limit is below it, and its rows need not be counted.
  growth AS (
    SELECT kind, SUM(is_new_row) AS row_count, SUM(was_absent) - SUM(accepted.value IS NULL) AS live_count,
      maximum.value AS max_live
    FROM accepted JOIN json_each(?5) maximum ON maximum.key = kind
    GROUP BY kind
    HAVING SUM(was_absent) > 0
      AND ${NEWEST_STORED_VERSION} - ${OLDEST_STORED_VERSION} + 1 + COUNT(*) > max_live
  ),
  stored AS (
    SELECT kind, COUNT(*) AS row_count, COUNT(value) AS live_count
    FROM user_item WHERE uid = ?1 AND kind IN (SELECT kind FROM growth) GROUP BY kind
  ),
  over_limit AS (
    SELECT 1 FROM growth LEFT JOIN stored USING (kind)
    WHERE (growth.live_count > 0 AND growth.live_count + COALESCE(stored.live_count, 0) > max_live)
      OR (growth.row_count > 0
        AND growth.row_count + COALESCE(stored.row_count, 0) > max_live + ${MAX_DELETIONS})
  )`;

const ACCEPT = `${ACCEPTED}
  INSERT INTO user_item (uid, kind, key, value, version, updated_at)
  SELECT ?1, kind, key, value, COALESCE(NULLIF(${LAST_VERSION}, 0), ?3) + step, ?3 FROM accepted
  WHERE NOT ${IS_DELETED} AND NOT EXISTS (SELECT 1 FROM over_limit)
  ON CONFLICT (uid, kind, key) DO UPDATE
  SET value = excluded.value, version = excluded.version, updated_at = excluded.updated_at`;

/** The items that a batch (?2) names, in its order; version 0 where there is none. */
const NAMED_ITEMS = `
  SELECT change.value ->> 'kind' AS kind, change.value ->> 'key' AS key, stored.value AS value,
    COALESCE(version, 0) AS version, COALESCE(updated_at, 0) AS updatedAtSeconds
  FROM json_each(?2) change LEFT JOIN user_item stored
    ON uid = ?1 AND stored.kind = change.value ->> 'kind' AND stored.key = change.value ->> 'key'
  ORDER BY change.key`;

/** The most live items of each kind. */
const LIMITS = JSON.stringify(
  Object.fromEntries(Object.entries(ITEM_KINDS).map(([kind, { maxItems }]) => [kind, maxItems])),
);

/**
 * Accepts all changes of a batch that were made on the stored versions, at once, and reads the batch's items as they are
 * then, in its order. Nothing is accepted when a limit would be exceeded.
 */
export async function writeChanges(
  db: D1Database,
  uid: Uid,
  changes: readonly Change[],
  nowSeconds: number,
): Promise<Result<{ readonly version: number; readonly rows: readonly ItemRow[] }, Failure>> {
  const batch = JSON.stringify(changes);
  const account = [uid, await sha256Hex(uid), nowSeconds] as const;
  const [before, , after, items] = await db.batch([
    db
      .prepare(
        `${ACCEPTED} SELECT ${IS_DELETED} AS isDeleted, EXISTS (SELECT 1 FROM over_limit) AS isOverLimit`,
      )
      .bind(...account, batch, LIMITS),
    db.prepare(ACCEPT).bind(...account, batch, LIMITS),
    db.prepare(STATE).bind(...account),
    db.prepare(NAMED_ITEMS).bind(uid, batch),
  ]);
  const { isDeleted, isOverLimit } = onlyRow<{ isDeleted: 0 | 1; isOverLimit: 0 | 1 }>(before);
  if (isDeleted) return err({ reason: 'account_deleted' });
  if (isOverLimit) return err({ reason: 'over_limit' });
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

import { err, ok } from '#compute';
import type { Result } from '#compute';
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import * as v from 'valibot';
import type { User } from '../account/identity.ts';
import {
  deleteAccount,
  isDeletedAccount,
  readChanges,
  readEverything,
  writeChanges,
} from '../account/items.ts';
import type { Change, ItemRow } from '../account/items.ts';
import { ITEM_KINDS, itemChangesSchema, MAX_BODY_BYTES, MAX_VALUE_BYTES } from '../contract/contract.ts';
import type { ItemChange } from '../contract/contract.ts';
import { parseJson, readBody } from '../body.ts';
import { respondFromDatabase, textStream } from '../http/database.ts';
import type { Failure } from '../failure.ts';
import { requestUser } from '../http/guards.ts';
import { itemsParams, readParams } from '../http/params.ts';
import { respondEmpty, respondError, respondPrivate } from '../http/respond.ts';
import type { AppEnv } from '../services.ts';

/** A deletion needs a sign-in that is no older. */
const RECENT_SECONDS = 5 * 60;

/**
 * `GET /me/items?since=VERSION`, `PUT /me/items`, `GET /me/export`, `DELETE /me`: what the sender's account holds. Every
 * statement is restricted by the user id of the verified token; nothing in an address or a body names a user.
 */
export const meRoute = new Hono<AppEnv>()
  .get('/me/items', (c) =>
    withUser(c, async ({ uid }, nowSeconds) => {
      const params = readParams(itemsParams, c);
      if (!params.ok) return respondError(c, params.error);
      return respondFromAccounts(c, async (db) => {
        const read = await readChanges(db, uid, params.value.since, nowSeconds);
        if (!read.ok) return respondError(c, read.error);
        const { version, changedAtSeconds, rows, hasMore } = read.value;
        const changedAt = changedAtSeconds === null ? null : isoInstant(changedAtSeconds);
        const head = { version, changed_at: changedAt, full: rows === null, more: hasMore };
        return rows === null
          ? respondList(c, head, readEverything(db, uid), itemJson)
          : respondPrivate(c, `{${fieldsOf(head)},"items":[${rows.map(itemJson).join()}]}`);
      });
    }),
  )
  .put('/me/items', (c) =>
    withUser(c, async ({ uid }, nowSeconds) => {
      const text = await readBody(c.req.raw, MAX_BODY_BYTES);
      if (text === null) return respondError(c, { reason: 'body_too_large' });
      const changes = parseChanges(parseJson(text));
      if (!changes.ok) return respondError(c, changes.error);
      return respondFromAccounts(c, async (db) => {
        const written = await writeChanges(db, uid, changes.value, nowSeconds);
        if (!written.ok) return respondError(c, written.error);
        const { version, rows } = written.value;
        return respondPrivate(c, `{"version":${version},"items":[${rows.map(itemJson).join()}]}`);
      });
    }),
  )
  .get('/me/export', (c) =>
    withUser(c, ({ uid, email }, nowSeconds) =>
      respondFromAccounts(c, async (db) => {
        if (await isDeletedAccount(db, uid, nowSeconds))
          return respondError(c, { reason: 'account_deleted' });
        const head = { exported_at: isoInstant(nowSeconds), user: { uid, email } };
        return respondList(c, head, readEverything(db, uid), exportedItemJson);
      }),
    ),
  )
  .delete('/me', (c) =>
    withUser(c, async ({ uid, signedInAtSeconds }, nowSeconds) => {
      if (nowSeconds - signedInAtSeconds >= RECENT_SECONDS)
        return respondError(c, { reason: 'recent_login_required' });
      return respondFromAccounts(c, async (db) => {
        await deleteAccount(db, uid, nowSeconds);
        return respondEmpty(c);
      });
    }),
  );

/** Responds for a verified user. */
async function withUser(
  c: Context<AppEnv>,
  respond: (user: User, nowSeconds: number) => Promise<Response>,
): Promise<Response> {
  const user = await requestUser(c);
  if (!user.ok) return respondError(c, user.error);
  return respond(user.value, Math.floor(c.get('services').now() / 1000));
}

function respondFromAccounts(
  c: Context<AppEnv>,
  respond: (db: D1Database) => Promise<Response>,
): Promise<Response> {
  return respondFromDatabase(c, { reason: 'account_unavailable' }, respond);
}

const INVALID: Result<never, Failure> = err({ reason: 'invalid_item' });

/** All changes of a body, or why none of them can be stored. */
function parseChanges(body: unknown): Result<readonly Change[], Failure> {
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

/** Values are stored as JSON, so they are not parsed and encoded again. */
function itemJson({ kind, key, value, version }: ItemRow): string {
  const name = JSON.stringify({ kind, key, version, deleted: value === null });
  return `${name.slice(0, -1)},"value":${value ?? 'null'}}`;
}

function exportedItemJson({ kind, key, value, updatedAtSeconds }: ItemRow): string {
  const name = JSON.stringify({ kind, key, updated_at: isoInstant(updatedAtSeconds) });
  return `${name.slice(0, -1)},"value":${value ?? 'null'}}`;
}

/** Responds with the fields of `head` and a list of `items`, encoded page by page as the client reads it. */
function respondList(
  c: Context<AppEnv>,
  head: object,
  pages: AsyncGenerator<readonly ItemRow[]>,
  toJson: (row: ItemRow) => string,
): Response {
  async function* texts() {
    yield `{${fieldsOf(head)},"items":[`;
    let separator = '';
    for await (const page of pages) {
      if (page.length === 0) continue;
      yield `${separator}${page.map(toJson).join()}\n`;
      separator = ',';
    }
    yield ']}';
  }
  return respondPrivate(c, textStream(texts(), c.get('databaseDeadlineMs')));
}

/** The fields of an object as JSON, without its braces. */
function fieldsOf(head: object): string {
  return JSON.stringify(head).slice(1, -1);
}

function isoInstant(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString();
}

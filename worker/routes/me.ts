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
import { parseJson, readBody } from '../http/body.ts';
import type { ServiceError } from '../http/errors.ts';
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
    withAccount(c, async ({ db, user, nowSeconds }) => {
      const params = readParams(itemsParams, c);
      if (!params.ok) return respondError(c, params.error);
      const read = await readChanges(db, user.uid, params.value.since, nowSeconds);
      if (!read.ok) return respondError(c, read.error);
      const { version, changedAtSeconds, rows, hasMore } = read.value;
      const changedAt = changedAtSeconds === null ? null : isoInstant(changedAtSeconds);
      const head = { version, changed_at: changedAt, full: rows === null, more: hasMore };
      const fields = JSON.stringify(head).slice(1, -1);
      return respondPrivate(
        c,
        rows === null
          ? listStream(readEverything(db, user.uid), itemJson, fields)
          : `{${fields},"items":[${rows.map(itemJson).join()}]}`,
      );
    }),
  )
  .put('/me/items', (c) =>
    withAccount(c, async ({ db, user, nowSeconds }) => {
      const text = await readBody(c.req.raw, MAX_BODY_BYTES);
      if (text === null) return respondError(c, { reason: 'body_too_large' });
      const changes = parseChanges(parseJson(text));
      if (!changes.ok) return respondError(c, changes.error);
      const written = await writeChanges(db, user.uid, changes.value, nowSeconds);
      if (!written.ok) return respondError(c, written.error);
      const { version, rows } = written.value;
      return respondPrivate(c, `{"version":${version},"items":[${rows.map(itemJson).join()}]}`);
    }),
  )
  .get('/me/export', (c) =>
    withAccount(c, async ({ db, user: { uid, email }, nowSeconds }) => {
      if (await isDeletedAccount(db, uid, nowSeconds)) return respondError(c, { reason: 'account_deleted' });
      const head = { exported_at: isoInstant(nowSeconds), user: { uid, email } };
      const pages = readEverything(db, uid);
      return respondPrivate(c, listStream(pages, exportedItemJson, JSON.stringify(head).slice(1, -1)));
    }),
  )
  .delete('/me', (c) =>
    withAccount(c, async ({ db, user, nowSeconds }) => {
      if (nowSeconds - user.signedInAtSeconds >= RECENT_SECONDS)
        return respondError(c, { reason: 'recent_login_required' });
      await deleteAccount(db, user.uid, nowSeconds);
      return respondEmpty(c);
    }),
  );

interface Account {
  readonly db: D1Database;
  readonly user: User;
  readonly nowSeconds: number;
}

/** Responds for a verified user; a database that is down or not migrated is 503. */
async function withAccount(
  c: Context<AppEnv>,
  respond: (account: Account) => Promise<Response>,
): Promise<Response> {
  const { accountDb: db, now } = c.get('services');
  const user = await requestUser(c);
  if (!user.ok) return respondError(c, user.error);
  if (db === null) return respondError(c, { reason: 'account_unavailable' });
  try {
    return await respond({ db, user: user.value, nowSeconds: Math.floor(now() / 1000) });
  } catch (cause) {
    if (!String(cause).includes('D1_ERROR')) throw cause;
    const detail = { event: 'account_failed', request_id: c.get('requestId'), cause: String(cause) };
    console.error(JSON.stringify(detail));
    return respondError(c, { reason: 'account_unavailable' });
  }
}

const INVALID: Result<never, ServiceError> = err({ reason: 'invalid_item' });

/** All changes of a body, or why none of them can be stored. */
function parseChanges(body: unknown): Result<readonly Change[], ServiceError> {
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

/** An object with the fields of `head` and a list of `items`, encoded page by page as the client reads it. */
function listStream(
  pages: AsyncGenerator<readonly ItemRow[]>,
  toJson: (row: ItemRow) => string,
  head: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isFirst = true;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`{${head},"items":[`)),
    async pull(controller) {
      const page = await pages.next();
      if (page.done) {
        controller.enqueue(encoder.encode(']}'));
        return controller.close();
      }
      const list = page.value.map(toJson).join();
      const separator = isFirst || list === '' ? '' : ',';
      isFirst &&= list === '';
      // An empty chunk would not be pulled again.
      controller.enqueue(encoder.encode(`${separator}${list}\n`));
      return undefined;
    },
  });
}

function isoInstant(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString();
}

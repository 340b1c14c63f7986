import { err, isoInstant, ok } from '#compute';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Uid } from '../account/identity.ts';
import type { UserAccount, UserAccounts } from '../account/user-store.ts';
import { itemChangesSchema, MAX_BODY_BYTES } from '../contract/contract.ts';
import type { Change, ItemRow } from '../account/item-table.ts';
import type { AlertStatus } from '../contract/contract.ts';
import { parseJson, readBody } from '../body.ts';
import { fromDatabase } from '../http/database.ts';
import type { Outcome } from '../failure.ts';
import type { Handlers } from '../http/operations.ts';
import { respondEmpty, respondError, respondUncached } from '../http/respond.ts';
import type { AppEnv } from '../services.ts';

/** Time between scheduled runs: `crons` in wrangler.toml, and `scripts/stack/schedule.ts` for local runs. */
const CHECK_SECONDS = { production: 600, local: 60 } as const;

const RECENT_SECONDS = 5 * 60;

/** The sender's account. Only the verified token identifies a user, never the URL or the body. */
export const accountHandlers = {
  async accountItems(c, { since }) {
    const read = await askAccount(c, (account, nowSeconds) => account.readChanges(since, nowSeconds));
    if (!read.ok) return respondError(c, read.error);
    const { version, rows, isFull: full } = read.value;
    return respondItems({ version, full }, rows.map(itemJson));
  },
  async updateItems(c) {
    const text = await readBody(c.req.raw, MAX_BODY_BYTES);
    if (text === null) return respondError(c, { reason: 'body_too_large' });
    const changes = parseChanges(parseJson(text));
    if (!changes.ok) return respondError(c, changes.error);
    const written = await askAccount(c, (account, nowSeconds) =>
      account.writeChanges(changes.value, nowSeconds),
    );
    if (!written.ok) return respondError(c, written.error);
    const { version, rows } = written.value;
    return respondItems({ version }, rows.map(itemJson));
  },
  async alertStatus(c) {
    const { config } = c.get('services');
    const unwatched = await askAccount(c, (account, nowSeconds) => account.unwatchedAlerts(nowSeconds));
    if (!unwatched.ok) return respondError(c, unwatched.error);
    const body: AlertStatus = {
      push_public_key: config.VAPID_PUBLIC_KEY === '' ? null : config.VAPID_PUBLIC_KEY,
      check_seconds: CHECK_SECONDS[config.ENVIRONMENT],
      unwatched: unwatched.value,
    };
    return respondUncached(JSON.stringify(body));
  },
  async exportAccount(c) {
    const { sub: uid, email = null } = c.get('user');
    const read = await askAccount(c, (account, nowSeconds) => account.readChanges(0, nowSeconds));
    if (!read.ok) return respondError(c, read.error);
    const head = { exported_at: isoInstant(nowSecondsOf(c)), user: { uid, email } };
    const existing = read.value.rows.filter(({ value }) => value !== null);
    return respondItems(head, existing.map(exportedItemJson));
  },
  async deleteAccount(c) {
    if (nowSecondsOf(c) - c.get('user').auth_time >= RECENT_SECONDS)
      return respondError(c, { reason: 'recent_login_required' });
    const deleted = await askAccount(c, (account, nowSeconds) => account.deleteAccount(nowSeconds));
    return deleted.ok ? respondEmpty() : respondError(c, deleted.error);
  },
} satisfies Partial<Handlers>;

async function askAccount<T>(
  c: Context<AppEnv>,
  call: (account: UserAccount, nowSeconds: number) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { sub: uid } = c.get('user');
  const answer = await fromDatabase(c, c.get('services').users, 'account_unavailable', (users) =>
    callWithRetry(users, uid, (account) => call(account, nowSecondsOf(c))),
  );
  return answer.ok ? answer.value : answer;
}

function nowSecondsOf(c: Context<AppEnv>): number {
  return Math.floor(c.get('services').now() / 1000);
}

/** Retries once if the platform says that this may help. An exception breaks a stub, so each try has a new one. */
async function callWithRetry<T>(users: UserAccounts, uid: Uid, call: (account: UserAccount) => Promise<T>) {
  try {
    return await call(users.getByName(uid));
  } catch (cause) {
    const { retryable: isRetryable = false, overloaded: isOverloaded = false } = Object(cause);
    if (!isRetryable || isOverloaded) throw cause;
    return call(users.getByName(uid));
  }
}

function parseChanges(body: unknown): Outcome<readonly Change[]> {
  const parsed = v.safeParse(itemChangesSchema, body);
  if (!parsed.success) {
    const positions = parsed.issues.map(({ path }) => path?.[1]?.key);
    return invalid(positions.filter((position) => typeof position === 'number'));
  }
  const changes = parsed.output.items.map(({ kind, key, base_version: baseVersion, ...item }): Change => {
    return { kind, key, value: 'deleted' in item ? null : JSON.stringify(item.value), baseVersion };
  });
  const names = changes.map(({ kind, key }) => `${kind}/${key}`);
  const repeated = names.flatMap((name, index) => (names.indexOf(name) < index ? index : []));
  return repeated.length > 0 ? invalid(repeated) : ok(changes);
}

function invalid(refused: readonly number[]): Outcome<never> {
  return err({ reason: 'invalid_item', refused: [...new Set(refused)] });
}

function itemJson({ kind, key, value, version }: ItemRow): string {
  return withJson({ kind, key, version, deleted: value === null }, 'value', value ?? 'null');
}

function exportedItemJson({ kind, key, value, updatedAtSeconds }: ItemRow): string {
  return withJson({ kind, key, updated_at: isoInstant(updatedAtSeconds) }, 'value', value ?? 'null');
}

function respondItems(head: object, items: readonly string[]): Response {
  return respondUncached(withJson(head, 'items', `[${items.join()}]`));
}

/** Adds a field that is JSON already, since parsing and encoding all items again takes long. */
function withJson(fields: object, name: string, json: string): string {
  return `${JSON.stringify(fields).slice(0, -1)},"${name}":${json}}`;
}

import { err, ok, type Result } from '#compute';
import {
  ITEM_KINDS,
  itemsSchema,
  itemsTakenSchema,
  type ItemChange,
  type ItemsResponse,
  type ItemsTaken,
  type StoredItem,
} from '#worker/contract';
import { is } from 'valibot';
import { apiUrl } from '../../api/client.ts';

/** The server gives up earlier; beyond this the connection is at fault. */
const REQUEST_TIMEOUT_MS = 15_000;

export type AccountFailure =
  | { readonly reason: 'unreachable' | 'malformed' }
  /** The response has something that this build does not know: nothing that is missing may be taken for deleted. */
  | { readonly reason: 'outdated' }
  /** There is no token to be had, or the server does not take it. */
  | { readonly reason: 'unauthenticated' | 'recent_login_required' }
  /** Nothing of the batch was stored. */
  | { readonly reason: 'invalid_item' | 'over_limit' }
  | { readonly reason: 'account_deleted' }
  /** Another refusal, such as of a server without accounts, and the seconds after which it may be asked again. */
  | { readonly reason: 'refused'; readonly status: number; readonly retryAfterSeconds: number | null };

/**
 * Builds the client of one user. `readToken` gives the ID token of whoever is signed in, a new one where `isFresh`, or `null`
 * where there is none; that of another user, who has just signed in, is not used.
 */
export function createAccountApi(uid: string, readToken: (isFresh: boolean) => Promise<string | null>) {
  /** Calls once more with a new token where the server does not take this one. */
  async function call(
    method: string,
    url: string,
    body?: object,
    isFresh = false,
  ): Promise<Result<Response, AccountFailure>> {
    const token = await readToken(isFresh);
    if (token === null) return err({ reason: navigator.onLine ? 'unauthenticated' : 'unreachable' });
    if (subjectOf(token) !== uid) return err({ reason: 'unauthenticated' });
    try {
      const response = await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      if (response.ok) return ok(response);
      const failure = await failureOf(response);
      return failure.reason === 'unauthenticated' && !isFresh
        ? await call(method, url, body, true)
        : err(failure);
    } catch {
      return err({ reason: 'unreachable' });
    }
  }

  return {
    getItems: async (since: number): Promise<Result<ItemsResponse, AccountFailure>> =>
      json(await call('GET', apiUrl(['me', 'items'], { since })), (body) => is(itemsSchema, body)),

    /** Sends changes; the response has each of those items as it is stored now. */
    putItems: async (items: readonly ItemChange[]): Promise<Result<ItemsTaken, AccountFailure>> =>
      json(await call('PUT', apiUrl(['me', 'items']), { items }), (body) => is(itemsTakenSchema, body)),

    async exportAll(): Promise<Result<Blob, AccountFailure>> {
      const response = await call('GET', apiUrl(['me', 'export']));
      if (!response.ok) return response;
      try {
        return ok(await response.value.blob());
      } catch {
        return err({ reason: 'unreachable' });
      }
    },

    /** Deletes everything that the account holds. Needs a sign-in from the last five minutes, and so a new token. */
    async deleteAll(): Promise<Result<void, AccountFailure>> {
      const response = await call('DELETE', apiUrl(['me']), undefined, true);
      return response.ok ? ok(undefined) : response;
    },
  };
}

async function json<Body extends { readonly items: readonly StoredItem[] }>(
  response: Result<Response, AccountFailure>,
  isBody: (body: unknown) => body is Body,
): Promise<Result<Body, AccountFailure>> {
  if (!response.ok) return response;
  const body: unknown = await response.value.json().catch(() => null);
  // A response of a later build may have a kind of item that this one does not know.
  if (!isBody(body)) return err({ reason: isNewer(body) ? 'outdated' : 'malformed' });
  return body.items.every(isKnown) ? ok(body) : err({ reason: 'outdated' });
}

/** The subject of a token; `null` where it cannot be read. */
function subjectOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(payload)) as { sub?: unknown }).sub;
  } catch {
    return null;
  }
}

function isKnown({ kind, value, deleted }: StoredItem): boolean {
  return deleted || is(ITEM_KINDS[kind].value, value);
}

function isNewer(body: unknown): boolean {
  const items = (body as { items?: unknown } | null)?.items;
  return (
    Array.isArray(items) &&
    items.some(
      (item: { kind?: unknown } | null) =>
        typeof item?.kind === 'string' && !Object.hasOwn(ITEM_KINDS, item.kind),
    )
  );
}

async function failureOf(response: Response): Promise<AccountFailure> {
  const body = (await response.json().catch(() => null)) as { code?: unknown } | null;
  switch (body?.code) {
    case 'unauthenticated':
    case 'recent_login_required':
    case 'over_limit':
    case 'invalid_item':
    case 'account_deleted':
      return { reason: body.code };
    // One value too large, or many: found out like one that is invalid.
    case 'body_too_large':
      return { reason: 'invalid_item' };
    default: {
      const seconds = response.headers.get('retry-after') ?? '';
      return {
        reason: 'refused',
        status: response.status,
        retryAfterSeconds: /^\d+$/.test(seconds) ? Number(seconds) : null,
      };
    }
  }
}

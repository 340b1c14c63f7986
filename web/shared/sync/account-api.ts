import { err, ok, type Result } from '#compute';
import * as contract from '#worker/contract';
import { array, is, number, type GenericSchema } from 'valibot';
import { apiUrl, secondsToWait } from '../api/client.ts';
import type { Auth } from '../sign-in/auth.ts';
import { jsonFields } from '../user/json-fields.ts';

/** Longer than the server's own limit, since a full account may come over a slow network. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Refusals that the sync distinguishes, by code. Nothing of a refused batch was stored. */
const REFUSALS = ['unauthenticated', 'invalid_item', 'over_limit', 'account_deleted'] as const;

export interface AccountFailure {
  /** `outdated`: the response has kinds or fields that this build does not know. */
  readonly reason: (typeof REFUSALS)[number] | 'refused' | 'unreachable' | 'malformed' | 'outdated';
  /** After `refused`: when to ask again. */
  readonly retryAfterSeconds?: number | null;
  /** Indices of the changes at fault, if the server names them. */
  readonly refused?: readonly number[];
}

export type AccountApi = ReturnType<typeof accountApi>;

/** Calls for a user's account. No other user's token is used, even if another one has signed in meanwhile. */
export function accountApi(uid: string, idToken: Auth['idToken']) {
  /** Returns the response's text. Retries once with a new token if the server refuses the token. */
  async function call(
    method: string,
    url: string,
    body?: object,
    isFresh = false,
  ): Promise<Result<string, AccountFailure>> {
    const token = await idToken(isFresh, uid);
    const sent = JSON.stringify(body ?? '');
    if (token === null) return err({ reason: navigator.onLine ? 'unauthenticated' : 'unreachable' });
    try {
      const response = await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: sent }),
        // Outlives a page that is being left. Browsers refuse that for bodies over 64 KiB.
        keepalive: document.visibilityState === 'hidden' && new Blob([sent]).size < 60_000,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.ok) return ok(text);
      const failure = failureOf(response, text);
      return failure.reason === 'unauthenticated' && !isFresh
        ? await call(method, url, body, true)
        : err(failure);
    } catch {
      return err({ reason: 'unreachable' });
    }
  }

  return {
    getItems: async (since: number) =>
      itemsOf(await call('GET', apiUrl(['me', 'items'], { since })), contract.itemsSchema),
    putItems: async (items: readonly contract.ItemChange[]) =>
      itemsOf(await call('PUT', apiUrl(['me', 'items']), { items }), contract.itemsTakenSchema),
    exportAll: () => call('GET', apiUrl(['me', 'export'])),
    /** Needs a sign-in from the last five minutes, and so a new token. */
    deleteAll: () => call('DELETE', apiUrl(['me']), undefined, true),
  };
}

function itemsOf<Body extends { readonly items: readonly contract.StoredItem[] }>(
  response: Result<string, AccountFailure>,
  schema: GenericSchema<Body>,
): Result<Body, AccountFailure> {
  if (!response.ok) return response;
  const body = jsonFields(response.value);
  if (!Array.isArray(body?.['items'])) return err({ reason: 'malformed' });
  // A later build may send unknown kinds and values.
  return is(schema, body) && body.items.every(isKnown) ? ok(body) : err({ reason: 'outdated' });
}

function isKnown({ kind, value, deleted }: contract.StoredItem): boolean {
  return deleted || is(contract.ITEM_KINDS[kind].value, value);
}

function failureOf(response: Response, text: string): AccountFailure {
  const { code, refused } = jsonFields(text) ?? {};
  const reason = REFUSALS.find((refusal) => refusal === code);
  if (reason && is(array(number()), refused)) return { reason, refused };
  return reason ? { reason } : { reason: 'refused', retryAfterSeconds: secondsToWait(response) };
}

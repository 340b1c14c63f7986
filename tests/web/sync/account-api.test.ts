import { err, ok } from '#compute';
import { afterEach, expect, test, vi } from 'vitest';
import { accountApi } from '#web/shared/sync/account-api.ts';

afterEach(() => void vi.unstubAllGlobals());

const TOKEN = 'token';
const NEW_TOKEN = 'new-token';

const EMPTY = { version: 3, items: [], full: false };

/** The client against responses in their order; returns what was asked, and for which tokens. */
function answering(...responses: readonly Response[]) {
  const asked: { url: string; init: RequestInit }[] = [];
  const left = [...responses];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return left.shift() ?? Promise.reject(new TypeError('Failed to fetch'));
  });
  const api = accountApi('ada', async (isFresh, uid) =>
    uid === 'ada' ? (isFresh ? NEW_TOKEN : TOKEN) : null,
  );
  return {
    api,
    asked,
    tokens: () => asked.map(({ init }) => new Headers(init.headers).get('authorization')),
  };
}

const refusal = (status: number, code: string) => Response.json({ error: 'No.', code }, { status });

test('asks for newer items with the user’s token', async () => {
  const { api, asked, tokens } = answering(Response.json(EMPTY));
  expect(await api.getItems(3)).toEqual(ok(EMPTY));
  expect(asked[0]?.url).toBe('/api/me/items?since=3');
  expect(tokens()).toEqual([`Bearer ${TOKEN}`]);
});

test('a refused token is replaced once', async () => {
  const { api, tokens } = answering(refusal(401, 'unauthenticated'), Response.json(EMPTY));
  expect(await api.getItems(3)).toEqual(ok(EMPTY));
  expect(tokens()).toEqual([`Bearer ${TOKEN}`, `Bearer ${NEW_TOKEN}`]);
  const again = answering(refusal(401, 'unauthenticated'), refusal(401, 'unauthenticated'));
  expect(await again.api.getItems(3)).toEqual(err({ reason: 'unauthenticated' }));
  expect(again.asked).toHaveLength(2);
});

test('what a page sends while it is left outlives it, unless browsers would refuse that', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const sent = async (state: DocumentVisibilityState, count: number, name = 'x') => {
    const change = { kind: 'star', key: 'KO', value: { name }, base_version: 0 } as const;
    visibility.mockReturnValue(state);
    const { api, asked } = answering(Response.json({ version: 3, items: [] }));
    await api.putItems(Array.from({ length: count }, () => change));
    return asked[0]?.init.keepalive;
  };
  expect(await sent('visible', 1)).toBe(false);
  expect(await sent('hidden', 1)).toBe(true);
  expect(await sent('hidden', 1000)).toBe(false);
  // The limit is in bytes, of which these letters take three each.
  expect(await sent('hidden', 200, 'トヨタ自動車'.repeat(10))).toBe(true);
  expect(await sent('hidden', 200, 'トヨタ自動車'.repeat(20))).toBe(false);
  visibility.mockRestore();
});

test('without a token of the user, nothing is sent', async () => {
  const { asked } = answering(Response.json(EMPTY));
  const api = accountApi('ada', async () => null);
  expect(await api.putItems([])).toEqual(err({ reason: 'unauthenticated' }));
  expect(asked).toEqual([]);
});

test('a deletion uses a new token, which proves the recent sign-in', async () => {
  const { api, asked, tokens } = answering(new Response(null, { status: 204 }));
  expect(await api.deleteAll()).toEqual(ok(''));
  expect(asked[0]).toMatchObject({ url: '/api/me', init: { method: 'DELETE' } });
  expect(tokens()).toEqual([`Bearer ${NEW_TOKEN}`]);
});

test.each([
  [413, 'over_limit'],
  [422, 'invalid_item'],
  [410, 'account_deleted'],
] as const)('a refusal of %i %s is one of its own', async (status, reason) => {
  const { api } = answering(refusal(status, reason));
  expect(await api.getItems(0)).toEqual(err({ reason }));
});

test('a refusal names the changes at fault, if the server does', async () => {
  const body = { error: 'No.', code: 'invalid_item', request_id: 'r', refused: [3, 5] };
  const { api } = answering(Response.json(body, { status: 422 }));
  expect(await api.putItems([])).toEqual(err({ reason: 'invalid_item', refused: [3, 5] }));
});

test('any other refusal says when to ask again', async () => {
  const { api } = answering(
    Response.json({ error: 'Busy.', code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '7' } }),
  );
  expect(await api.getItems(0)).toEqual(err({ reason: 'refused', retryAfterSeconds: 7 }));
});

test.each([
  ['a kind', { kind: 'holding', key: 'AAPL', value: {}, version: 4, deleted: false }],
  ['a value', { kind: 'star', key: 'AAPL', value: { name: '', colour: 'red' }, version: 4, deleted: false }],
])(
  '%s that this build does not know makes it outdated, and nothing of the answer counts',
  async (_what, item) => {
    const { api } = answering(Response.json({ ...EMPTY, items: [item] }));
    expect(await api.getItems(0)).toEqual(err({ reason: 'outdated' }));
  },
);

test('a page in place of an answer is malformed, no answer is unreachable', async () => {
  const { api } = answering(new Response('<html>'));
  expect(await api.getItems(0)).toEqual(err({ reason: 'malformed' }));
  expect(await api.getItems(0)).toEqual(err({ reason: 'unreachable' }));
});

import { beforeEach, expect, it, vi } from 'vitest';
import { ADA, setUpPages, TEST_CONFIG } from '#support/web/page-setup.tsx';

const { provider } = setUpPages();
// The SDK holds one sign-in per page, and so does this file.
const { openFirebaseAuth, startTokenSync } = await import('#web/shared/sign-in/firebase-auth.ts');
const { getAuth } = await import('firebase/auth');
const client = openFirebaseAuth(TEST_CONFIG);

const SYNC_URL = 'https://sync.example/session';

/** Listens at the sync address, and passes everything else on to the identity provider. */
function listen(answer: (call: number) => Response | Promise<Response> = () => new Response(null)) {
  const calls: { method: string; authorization: string | null }[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (String(input) !== SYNC_URL) return provider().fetch(input, init);
    const { method, headers } = new Request(input, { ...init, signal: null });
    calls.push({ method, authorization: headers.get('authorization') });
    return answer(calls.length);
  });
  return calls;
}

/** Each test gets a sync of its own. */
let stop: () => void;
function start() {
  stop = startTokenSync(getAuth(), SYNC_URL);
  return vi.spyOn(console, 'error').mockImplementation(() => undefined);
}

beforeEach(async () => {
  stop?.();
  await client.signOut();
});

it('posts the ID token as bearer on sign-in and on refresh, and deletes on sign-out', async () => {
  const calls = listen();
  start();
  await client.signIn(ADA.email, ADA.password);
  const first = await client.idToken(false);
  await vi.waitFor(() => expect(calls).toEqual([{ method: 'POST', authorization: `Bearer ${first}` }]));
  provider().claims = { plan: 'new' };
  const second = await client.idToken(true);
  expect(second).not.toBe(first);
  await vi.waitFor(() => expect(calls[1]).toEqual({ method: 'POST', authorization: `Bearer ${second}` }));
  await client.signOut();
  await vi.waitFor(() => expect(calls[2]).toEqual({ method: 'DELETE', authorization: null }));
});

it('asks for nothing while nobody has signed in', async () => {
  const calls = listen();
  start();
  await client.signOut();
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toEqual([]);
});

it('only logs a refusal or a lost connection, and goes on with the next', async () => {
  const calls = listen((call) => {
    if (call === 1) throw new TypeError('Failed to fetch');
    return new Response(null, { status: 500 });
  });
  const logError = start();
  await client.signIn(ADA.email, ADA.password);
  await client.signOut();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  await vi.waitFor(() => expect(logError).toHaveBeenCalledTimes(2));
  expect(logError).toHaveBeenCalledWith('Could not sync the token.', expect.any(Error));
});

it('never lets a slow post land behind the delete', async () => {
  const wire = new EventTarget();
  const calls = listen((call) =>
    call === 1
      ? new Promise((resolve) => {
          wire.addEventListener('answer', () => resolve(new Response(null)), { once: true });
        })
      : new Response(null),
  );
  start();
  await client.signIn(ADA.email, ADA.password);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await client.signOut();
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toHaveLength(1);
  wire.dispatchEvent(new Event('answer'));
  await vi.waitFor(() => expect(calls.map(({ method }) => method)).toEqual(['POST', 'DELETE']));
});

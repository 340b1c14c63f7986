import type { AuthClient } from './auth-client.ts';

/** A server that does not answer must not hold back the sign-out that waits behind it. */
const SYNC_TIMEOUT_MS = 10_000;

/**
 * Tells a server of the operator who is signed in (`VITE_TOKEN_SYNC_URL`): POST with the ID token as bearer on sign-in
 * and on each refresh, DELETE on sign-out. One call after the other, so that a slow POST never lands behind the DELETE.
 * Failures are logged and change nothing on the page.
 */
export function startTokenSync({
  client,
  url,
  logError,
}: {
  client: Pick<AuthClient, 'onIdToken'>;
  url: string;
  logError: (what: string, cause: unknown) => void;
}): void {
  let queue = Promise.resolve();
  let wasSignedIn = false;
  client.onIdToken((readToken) => {
    if (readToken === null && !wasSignedIn) return;
    wasSignedIn = readToken !== null;
    queue = queue
      .then(async () => send(url, readToken && (await readToken())))
      .catch((cause: unknown) => logError('Could not sync the token.', cause));
  });
}

async function send(url: string, token: string | null): Promise<void> {
  const response = await fetch(url, {
    ...(token === null
      ? { method: 'DELETE' }
      : { method: 'POST', headers: { authorization: `Bearer ${token}` } }),
    // The server may answer with a cookie of its own, on another origin too.
    credentials: 'include',
    // Leaving the page must not undo a sign-out.
    keepalive: true,
    signal: AbortSignal.timeout(SYNC_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
}

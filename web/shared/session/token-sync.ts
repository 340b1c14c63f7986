import type { AuthClient } from './session.ts';

/** A server that does not respond must not block a queued sign-out. */
const SYNC_TIMEOUT_MS = 10_000;

/**
 * Syncs the ID token with the server at `VITE_TOKEN_SYNC_URL`: POST with the token as bearer on sign-in and on each
 * refresh, DELETE on sign-out. Calls are queued, so a slow POST never arrives after the DELETE.
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
    // The server may set its own cookie, on another origin too.
    credentials: 'include',
    // A sign-out must reach the server even when the page is closed.
    keepalive: true,
    signal: AbortSignal.timeout(SYNC_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
}

/** Reads what the identity provider's SDK keeps of a session in this browser, without loading the SDK. */

/** The account that a stored session names. The provider has not confirmed it. */
export interface StoredUser {
  readonly uid: string;
  readonly email: string | null;
  readonly displayName: string | null;
}

/** The key under which the SDK stores the user of its default app, in local or session storage. */
export function storedSessionKey(apiKey: string): string {
  return `firebase:authUser:${apiKey}:[DEFAULT]`;
}

/**
 * The stored session of this app: whose it is, `'unreadable'` where only the SDK can tell, `null` where there is none and
 * nobody is signed in. Storage that refuses access holds none.
 */
export function readStoredSession(
  apiKey: string,
  openAreas: readonly (() => Storage)[] = [() => localStorage, () => sessionStorage],
): StoredUser | 'unreadable' | null {
  for (const openArea of openAreas) {
    try {
      const text = openArea().getItem(storedSessionKey(apiKey));
      if (text !== null) return parseUser(text, apiKey) ?? 'unreadable';
    } catch {
      // The next area may be open.
    }
  }
  return null;
}

/** The user in the SDK's JSON; `null` where a part is missing that the SDK could not do without. */
function parseUser(text: string, apiKey: string): StoredUser | null {
  try {
    const stored = JSON.parse(text);
    return stored.uid && stored.apiKey === apiKey && stored.stsTokenManager.refreshToken
      ? { uid: stored.uid, email: stored.email ?? null, displayName: stored.displayName ?? null }
      : null;
  } catch {
    return null;
  }
}

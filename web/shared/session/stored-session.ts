/** Where the SDK keeps the user of its default app, in local or session storage. */
export function storedSessionKey(apiKey: string): string {
  return `firebase:authUser:${apiKey}:[DEFAULT]`;
}

/**
 * Whether this browser holds a session of the identity provider. Without one nobody is signed in, and the SDK need not
 * be loaded to know it.
 * Storage that refuses access holds nothing.
 */
export function hasStoredSession(apiKey: string, openAreas: readonly (() => Storage)[]): boolean {
  return openAreas.some((openArea) => {
    try {
      return openArea().getItem(storedSessionKey(apiKey)) !== null;
    } catch {
      return false;
    }
  });
}

/**
 * Whether this browser holds a session of the identity provider. The SDK keeps the user under this key in local or
 * session storage; without it nobody is signed in, and the SDK need not be loaded to know it.
 * Storage that refuses access holds nothing.
 */
export function hasStoredSession(apiKey: string, openAreas: readonly (() => Storage)[]): boolean {
  return openAreas.some((openArea) => {
    try {
      return openArea().getItem(`firebase:authUser:${apiKey}:[DEFAULT]`) !== null;
    } catch {
      return false;
    }
  });
}

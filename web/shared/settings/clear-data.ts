/** Where the identity provider's code keeps the session. */
const SIGN_IN_PREFIX = 'firebase:';

/**
 * Removes everything that these storage areas hold, for every user of this browser, except the sign-in. An area that
 * refuses access holds nothing.
 */
export function clearData(openAreas: readonly (() => Storage)[]): void {
  for (const openArea of openAreas) {
    try {
      const area = openArea();
      for (const key of Object.keys(area)) if (!key.startsWith(SIGN_IN_PREFIX)) area.removeItem(key);
    } catch {
      // Refused, as private modes do.
    }
  }
}

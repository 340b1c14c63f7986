/** The copies of first screens, for the next document. */
import { openListingsCache } from './listings-cache.ts';

/** The address of a copy, with ticker and days as its query. */
export const FIRST_SCREEN_PATH = '/first-screen';

/** The copies of first screens in a cache, oldest first. */
export async function firstScreens(cache: Cache): Promise<readonly Request[]> {
  return (await cache.keys()).filter(({ url }) => new URL(url).pathname === FIRST_SCREEN_PATH);
}

/** Removes the first screens, whose figures are written as the reader had them until now. The listings stay. */
export async function dropFirstScreens(): Promise<void> {
  try {
    const cache = await openListingsCache();
    await Promise.all((await firstScreens(cache)).map((copy) => cache.delete(copy)));
  } catch {
    // Without access nothing was stored either.
  }
}

/** Preloads the page that follows sign-in, with its listing's data, while the visitor fills in the form. */
import { readDestination } from '../features/auth/destination.ts';
import type { Store } from '../store.ts';
import { ROUTES } from './routes.tsx';

export async function preparePageAfterSignIn(store: Store): Promise<void> {
  const { pathname, search } = new URL(readDestination(history.state), location.origin);
  const route = ROUTES.find(({ path }) => path === pathname);
  await route?.preload();
  await route?.prepare?.(search, store);
}

/** Gets ready, while a form to sign in is filled, what comes after it: the page's code and the data of its listing. */
import { readDestination } from '../features/auth/entry-buttons.tsx';
import { ROUTES } from './routes.tsx';

export async function preparePageAfterSignIn(): Promise<void> {
  const { pathname, search } = new URL(readDestination(history.state), location.origin);
  const route = ROUTES.find(({ path }) => path === pathname);
  await route?.preload();
  await route?.prepare?.(search);
}

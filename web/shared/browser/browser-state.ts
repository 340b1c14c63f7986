import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { atom, useAtomValueRawSync, type Store } from '../../store.ts';
import { listen } from './listen.ts';

/** Whether a media query matches, from the first render on. False in prerendered HTML. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback((change: () => void) => listen(matchMedia(query), { change }), [query]);
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

function onOnlineChange(onChange: () => void): () => void {
  return listen(window, { online: onChange, offline: onChange });
}

/** Whether the browser has a network. True does not mean that the server can be reached. */
export function useOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, () => navigator.onLine);
}

/** False while a prerendered page shows what the build wrote, for a guest with default settings. `app/pages.tsx` sets it. */
export const hydratedAtom = atom(true);

export function useIsHydrated(): boolean {
  return useAtomValueRawSync(hydratedAtom);
}

const addressChangesAtom = atom(0);

export const searchAtom = atom((get) => {
  get(addressChangesAtom);
  return globalThis.location?.search ?? '';
});

export function followAddress(store: Store): () => void {
  const onChange = () => store.set(addressChangesAtom, (count) => count + 1);
  // The router dispatches the last two.
  return listen(window, { popstate: onChange, pushState: onChange, replaceState: onChange });
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Submits the form that was submitted before hydration, if any; the script in `index.html` held it back. */
export function useDeferredSubmit(): void {
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>('form[data-waiting]');
    delete form?.dataset['waiting'];
    form?.requestSubmit();
  }, []);
}

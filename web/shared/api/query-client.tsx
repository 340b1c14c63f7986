/** The one cache of server responses and its limits. Loaded by the pages that read from it, not by home. */
import { notifyManager, onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { atom, useAtomValueRawSync } from '../../store.ts';
import { lastSignOutAtom } from '../sign-in/auth.ts';

const GC_TIME_MS = 30 * 60_000;

// Shows a response in the same frame. By default the library waits for a timer.
notifyManager.setScheduler(queueMicrotask);
// The library assumes that a page starts online, so a page opened offline would never notice the reconnect.
onlineManager.setOnline(globalThis.navigator?.onLine !== false);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, the service worker responds.
        networkMode: 'always',
        // The server retries its sources itself.
        retry: false,
        // Comparing histories is expensive, and two never share parts.
        structuralSharing: false,
        gcTime: GC_TIME_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });
}

/** The app's cache: an empty one after each sign-out. */
export const queryClientAtom = atom((get) => {
  get(lastSignOutAtom);
  return createQueryClient();
});

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={useAtomValueRawSync(queryClientAtom)}>{children}</QueryClientProvider>;
}

export function withQueries<Props extends object>(Page: ComponentType<Props>) {
  return (props: Props) => (
    <QueryProvider>
      <Page {...props} />
    </QueryProvider>
  );
}

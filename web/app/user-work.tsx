import { Suspense } from 'react';
import { afterFirstScreen, whenIdle } from '../shared/ui/first-screen.ts';
import { ErrorBoundary, onDemand } from '../shared/ui/part.tsx';
import { AlertWatch } from '../shared/watchlist/alert-watch.tsx';

const { page: AccountSync } = onDemand(async () => {
  await new Promise<void>((resolve) => void afterFirstScreen(() => whenIdle(resolve)));
  return (await import('../shared/account/account-sync.tsx')).AccountSync;
});

/** What goes on for a signed-in user on every page: alerts are checked, and the account is synced. */
export function UserWork() {
  return (
    <>
      <AlertWatch />
      {/* Without its code everything stays in this browser, and is sent on the next visit. */}
      <ErrorBoundary fallback={null}>
        <Suspense>
          <AccountSync />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

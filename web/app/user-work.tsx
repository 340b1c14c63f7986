import { BellRing, X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { IconButton } from '../shared/ui/button.tsx';
import { afterFirstScreen, whenIdle } from '../shared/ui/first-screen.ts';
import { useExternalValue } from '../shared/ui/external-value.ts';
import { ErrorBoundary, onDemand } from '../shared/ui/loading.tsx';
import { quoteWatchOf } from '../shared/user-data/quote-watch.ts';
import { useWatchlist } from '../shared/user-data/use-watchlist.tsx';
import type { Watchlist } from '../shared/user-data/watchlist.ts';
import styles from './user-work.module.css';

const { page: AccountSync } = onDemand(async () => {
  await new Promise<void>((resolve) => void afterFirstScreen(() => whenIdle(resolve)));
  return (await import('../shared/user-data/sync/account-sync.tsx')).AccountSync;
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

/** Checks the signed-in user's alerts on every page, and shows those that have come true until they are dismissed. */
function AlertWatch() {
  const watchlist = useWatchlist();
  return watchlist && <Notices watchlist={watchlist} />;
}

function Notices({ watchlist }: { watchlist: Watchlist }) {
  const watch = quoteWatchOf(watchlist);
  const notices = useExternalValue(watch.notices);
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => watch.watch('alerts'), [watch]);
  return (
    // Always there, so that a screen reader hears what is put into it.
    <div ref={log} role="log" aria-label="Alerts" className={styles.notices}>
      {notices.map(({ id, ticker, text }) => (
        <div key={id} className={styles.notice}>
          <BellRing className={styles.icon} size={20} strokeWidth={1.75} aria-hidden />
          <p>
            <strong>{ticker}</strong>: {text}
          </p>
          <IconButton
            label={`Dismiss the alert of ${ticker}`}
            onClick={({ currentTarget }) => {
              const others = [...(log.current?.querySelectorAll('button') ?? [])];
              const next = others.find((button) => button !== currentTarget);
              // The button goes; the focus must not go with it.
              (next ?? document.getElementById('main'))?.focus({ preventScroll: true });
              watch.dismiss(id);
            }}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}

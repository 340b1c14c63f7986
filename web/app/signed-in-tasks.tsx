import { BellRing, X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { triggeredText } from '#compute';
import { useAlertEvents } from '../shared/alerts/use-alert-events.ts';
import { useFormat } from '../shared/format/use-format.ts';
import { markRead } from '../shared/user/alert-events.ts';
import { IconButton } from '../shared/ui/button.tsx';
import { whenIdle } from '../shared/ui/first-screen.ts';
import { ErrorBoundary, onDemand } from '../shared/ui/loading.tsx';
import { quoteWatchOf } from '../shared/user/quote-watch.ts';
import { useWatchlist } from '../shared/user/use-watchlist.tsx';
import type { Watchlist } from '../shared/user/watchlist.ts';
import styles from './signed-in-tasks.module.css';

const { page: AccountSync } = onDemand(async () => {
  await new Promise<void>((resolve) => void whenIdle(resolve));
  return (await import('../shared/sync/account-sync.tsx')).AccountSync;
});

/** Background work for a signed-in user on every page: checking alerts and syncing the account. */
export function SignedInTasks() {
  return (
    <>
      <AlertWatch />
      {/* If its code fails to load, changes stay in this browser and are sent on the next visit. */}
      <ErrorBoundary fallback={null}>
        <Suspense>
          <AccountSync />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

function AlertWatch() {
  const watchlist = useWatchlist();
  return watchlist && <AlertNotices watchlist={watchlist} />;
}

const MAX_NOTICES = 3;

/** Triggered alerts not yet read on any device, until dismissed or shown on Today. */
function AlertNotices({ watchlist: { owner }, watchlist }: { watchlist: Watchlist }) {
  const watch = quoteWatchOf(watchlist);
  const format = useFormat();
  const { events } = useAlertEvents();
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => watch.watch('alerts'), [watch]);
  const unread = events.filter(([, { is_read: isRead }]) => !isRead);
  const notices =
    unread.length > MAX_NOTICES
      ? [{ keys: unread.map(([key]) => key), name: 'all alerts', text: `${unread.length} alerts triggered.` }]
      : unread.map(([key, event]) => ({
          keys: [key],
          name: `the ${event.ticker} alert`,
          text: `${event.ticker} ${triggeredText(format, event)}.`,
        }));
  return (
    // Always rendered, so that screen readers announce what is added.
    <div ref={log} role="log" aria-label="Alerts" className={styles.notices}>
      {notices.map(({ keys, name, text }) => (
        <div key={keys.join()} className={styles.notice}>
          <BellRing className={styles.icon} size={20} strokeWidth={1.75} aria-hidden />
          <p>
            {text} <Link href="/today">See Today</Link>
          </p>
          <IconButton
            label={`Dismiss ${name}`}
            onClick={({ currentTarget }) => {
              const others = [...(log.current?.querySelectorAll('button') ?? [])];
              const next = others.find((button) => button !== currentTarget);
              // The button disappears, so the focus moves on.
              (next ?? document.getElementById('main'))?.focus({ preventScroll: true });
              markRead(owner, new Set(keys));
            }}
            icon={X}
          />
        </div>
      ))}
    </div>
  );
}

import { BellRing, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { triggeredText } from '#compute';
import { useAtomValueRawSync, useSetAtom, useStore } from '../store.ts';
import { useFormat } from '../shared/format/use-format.ts';
import { alertEventsAtom, markRead, pushKeyAtom } from '../shared/user/alert-events.ts';
import { IconButton } from '../shared/ui/button.tsx';
import { whenIdle } from '../shared/browser/first-screen.ts';
import { AsyncExtra, lazyComponent } from '../shared/ui/loading.tsx';
import { quoteWatchOf } from '../shared/alerts/quote-watch.ts';
import { editAtom, ownerAtom } from '../shared/user/user-items.ts';
import styles from './signed-in-tasks.module.css';

const AccountSync = lazyComponent(async () => (await import('../shared/sync/account-sync.tsx')).AccountSync);
const PushRenewal = lazyComponent(
  async () => (await import('../shared/alerts/alert-status.tsx')).PushRenewal,
);

/** Background work for a signed-in user on every page: checking alerts, syncing the account and renewing its pushes. */
export function SignedInTasks() {
  const store = useStore();
  const hasPush = Boolean(useAtomValueRawSync(pushKeyAtom));
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(store, () => setIdle(true)), [store]);
  return (
    <>
      <AlertNotices />
      {/* If its code fails to load, changes stay in this browser and are sent on the next visit. */}
      <AsyncExtra>{isIdle && <AccountSync />}</AsyncExtra>
      <AsyncExtra>{isIdle && hasPush && <PushRenewal />}</AsyncExtra>
    </>
  );
}

const MAX_NOTICES = 3;

/** Triggered alerts not yet read on any device, until dismissed or shown on Today. */
function AlertNotices() {
  const store = useStore();
  const owner = useAtomValueRawSync(ownerAtom);
  const events = useAtomValueRawSync(alertEventsAtom);
  const edit = useSetAtom(editAtom);
  const format = useFormat();
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => quoteWatchOf(store, owner).watch('alerts'), [store, owner]);
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
              edit(markRead(new Set(keys)));
            }}
            icon={X}
          />
        </div>
      ))}
    </div>
  );
}

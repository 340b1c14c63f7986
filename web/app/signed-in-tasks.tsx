import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { triggeredText } from '#compute';
import { useAtomValueRawSync, useSetAtom, useStore } from '../store.ts';
import { useMediaQuery } from '../shared/browser/browser-state.ts';
import { useFormat } from '../shared/format/use-format.ts';
import { markRead, pushKeyAtom, unreadAlertsAtom } from '../shared/user/alert-events.ts';
import { CountBadge } from '../shared/ui/badge.tsx';
import { VisuallyHidden } from '../shared/ui/announcement.tsx';
import { AsyncPart, lazyComponent } from '../shared/ui/loading.tsx';
import { Toast } from '../shared/ui/modal.tsx';
import { quoteWatchOf } from '../shared/alerts/quote-watch.ts';
import { editAtom, ownerAtom } from '../shared/user/user-items.ts';
import { unfinishedWorkAtom } from '../shared/sign-in/auth.ts';

const AccountSync = lazyComponent(() => import('../shared/sync/account-sync.ts'), 'AccountSync');
const PushRenewal = lazyComponent(() => import('../shared/alerts/alert-status.tsx'), 'PushRenewal');

/** Background work for a signed-in user on every page: checking alerts, syncing the account and renewing its pushes. */
export function SignedInTasks({ isIdle }: { isIdle: boolean }) {
  const hasPush = Boolean(useAtomValueRawSync(pushKeyAtom));
  const isSyncDue = useEarlySync() || isIdle;
  return (
    <>
      <AlertNotices />
      {/* If its code fails to load, changes stay in this browser and are sent on the next visit. */}
      <AsyncPart fallback={null}>{isSyncDue && <AccountSync />}</AsyncPart>
      <AsyncPart fallback={null}>{isIdle && hasPush && <PushRenewal />}</AsyncPart>
    </>
  );
}

/** Whether something must be sent before the page is idle, as at a sign-out on a page that has just opened. */
function useEarlySync(): boolean {
  const store = useStore();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (store.get(unfinishedWorkAtom) !== null) return undefined;
    const flush = async () => {
      setDue(true);
      await new Promise<void>((resolve) => {
        const stop = store.sub(unfinishedWorkAtom, () => resolve(stop()));
      });
      await store.get(unfinishedWorkAtom)?.flush();
    };
    store.set(unfinishedWorkAtom, { flush, stop: () => undefined });
    return () => store.set(unfinishedWorkAtom, null);
  }, [store]);
  return isDue;
}

const MAX_NOTICES = 3;

/** A phone with large text, on which several would cover the page's controls. */
const SMALL = '(width < 18em)';

/** Triggered alerts not yet read on any device. Dismissing marks them as read; otherwise they stay counted at Today. */
function AlertNotices() {
  const store = useStore();
  const owner = useAtomValueRawSync(ownerAtom);
  const unread = useAtomValueRawSync(unreadAlertsAtom);
  const edit = useSetAtom(editAtom);
  const format = useFormat();
  const [expired, setExpired] = useState<readonly string[]>([]);
  useEffect(() => quoteWatchOf(store, owner).watch('alerts'), [store, owner]);
  const shown = unread.filter(([key]) => !expired.includes(key));
  const keys = shown.map(([key]) => key);
  const most = useMediaQuery(SMALL) ? 1 : MAX_NOTICES;
  const texts =
    shown.length > most
      ? [`${shown.length} alerts triggered.`]
      : shown.map(([, event]) => `${event.ticker} ${triggeredText(format, event)}.`);
  return (
    <Toast
      isOpen={shown.length > 0}
      onDismiss={() => edit(markRead(new Set(keys)))}
      onExpire={() => setExpired([...expired, ...keys])}
    >
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
      <Link href="/today">See Today</Link>
    </Toast>
  );
}

/** How many triggered alerts nobody has read yet, beside the link to Today. */
export function UnreadAlerts() {
  const { length: count } = useAtomValueRawSync(unreadAlertsAtom);
  return (
    count > 0 && (
      <>
        <CountBadge count={count} />
        <VisuallyHidden>, {count} unread</VisuallyHidden>
      </>
    )
  );
}

import type { AlertStatus } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiUrl, getJson, valueOrThrow } from '../api/client.ts';
import { withQueries } from '../api/query-client.tsx';
import { useAtomValueRawSync, useStore } from '../../store.ts';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { pushKeyAtom } from '../user/alert-events.ts';
import { valueAtoms } from '../user/user-items.ts';
import { pushState, renewPush, turnOnPush, type PushState } from './push.ts';

export function useAlertStatus() {
  const { user, idToken } = useAuth();
  return useQuery<AlertStatus>({
    queryKey: [user?.uid ?? '', 'alerts'],
    enabled: user !== null,
    queryFn: async ({ signal }) =>
      valueOrThrow(await getJson(apiUrl(['me', 'alerts']), 'alerts', { signal, token: await idToken() })),
  });
}

export function checkFrequencyText(status: AlertStatus | undefined): string {
  const open = 'While Candor is open, this page checks prices about once a minute during market hours.';
  if (status === undefined) return `${open} A move that comes and goes between two checks is missed.`;
  const minutes = Math.max(Math.round(status.check_seconds / 60), 1);
  const every = minutes === 1 ? 'every minute' : `every ${minutes} minutes`;
  return `The server checks prices about ${every}, and model signals and chances once per session, after the close. ${open} A move that comes and goes between two checks is missed.`;
}

export function usePush() {
  const store = useStore();
  const { data: status, isLoading } = useAlertStatus();
  const key = useAtomValueRawSync(pushKeyAtom);
  const targets = useAtomValueRawSync(valueAtoms.push);
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => void pushState(key, targets).then(setState), [key, targets]);
  return {
    status,
    isLoading,
    state,
    async turnOn() {
      await turnOnPush(store, status?.push_public_key ?? null);
      setState(await pushState(store.get(pushKeyAtom), store.get(valueAtoms.push)));
    },
  };
}

/** Keeps this browser's push subscription in the account up to date. Renders nothing. */
export const PushRenewal = withQueries(() => {
  const store = useStore();
  const publicKey = useAlertStatus().data?.push_public_key;
  useEffect(() => {
    if (publicKey) void renewPush(store, publicKey);
  }, [store, publicKey]);
  return null;
});

const NOTES: Readonly<Record<Exclude<PushState, 'ask'>, string>> = {
  on: 'This browser gets notifications, even when Candor is closed.',
  ended: 'This browser no longer gets notifications when Candor is closed.',
  page: 'This browser gets notifications while Candor is open.',
  denied: 'Notifications from this site are blocked. You can allow them in your browser’s settings.',
  unsupported: 'This browser doesn’t support push notifications.',
  needs_app: 'To get notifications on this device, install the app: tap Share, then Add to Home Screen.',
};

/** How often prices are checked, and how this browser is notified. */
export function AlertNotes({ status, isLoading, state, turnOn }: ReturnType<typeof usePush>) {
  if (isLoading) return <Skeleton height={64} />;
  const hasPush = typeof status?.push_public_key === 'string';
  const isOffered = state === 'ask' || ((state === 'page' || state === 'ended') && hasPush);
  return (
    <>
      <p className="note">{checkFrequencyText(status)}</p>
      <output className="note">
        {state !== null && state !== 'ask' && `${NOTES[state]} `}
        {status !== undefined && !hasPush && 'Push notifications aren’t set up on this site.'}
      </output>
      {isOffered && (
        <Button size="sm" onClick={() => void turnOn()}>
          {hasPush ? 'Turn on notifications' : 'Turn on notifications while Candor is open'}
        </Button>
      )}
    </>
  );
}

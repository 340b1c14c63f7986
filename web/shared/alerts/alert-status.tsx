/** How alerts are watched: by the server, by this page and by this browser, in words. */
import type { AlertStatus } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiUrl, getJson, valueOrThrow } from '../api/client.ts';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { Button } from '../ui/button.tsx';
import { useOwner } from '../user-data/use-user-text.ts';
import { pushState, turnOnPush, type PushState } from './push.ts';

/** How the server watches the user's alerts; `undefined` before its first response. */
export function useAlertStatus(): AlertStatus | undefined {
  const { user, idToken } = useAuth();
  const { data } = useQuery({
    queryKey: [user?.uid ?? '', 'alerts'],
    enabled: user !== null,
    queryFn: async ({ signal }) =>
      valueOrThrow(await getJson(apiUrl(['me', 'alerts']), 'alerts', { signal, token: await idToken() })),
  });
  return data;
}

export function lookText(status: AlertStatus | undefined): string {
  const open = 'While Candor is open, this page looks at prices about once a minute.';
  if (status === undefined) return `${open} A touch between two looks is not seen.`;
  const minutes = Math.max(Math.round(status.look_seconds / 60), 1);
  const every = minutes === 1 ? 'every minute' : `every ${minutes} minutes`;
  return `The server looks at prices about ${every}, and at model signals and chances once a session, after its close. ${open} A touch between two looks is not seen.`;
}

/** Whether this browser notifies the user, and what turns it on; `null` while that is being found out. */
export function usePush(status: AlertStatus | undefined) {
  const owner = useOwner();
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => void pushState().then(setState), []);
  return {
    state,
    async turnOn() {
      if (owner === null) return;
      await turnOnPush(owner, status?.push_public_key ?? null);
      setState(await pushState());
    },
  };
}

const NOTES: Readonly<Record<Exclude<PushState, 'ask'>, string>> = {
  on: 'This browser is notified too, with the page closed.',
  page: 'This browser is notified while Candor is open.',
  denied: 'This browser blocks notifications of this site; its settings can change that.',
  unsupported: 'This browser has no push notifications.',
  needs_app: 'On this device notifications need the installed app: choose Share, then Add to Home Screen.',
};

interface PushNoteProps {
  readonly status: AlertStatus | undefined;
  readonly push: ReturnType<typeof usePush>;
}

/** What this browser does when an alert fires, and the button that changes it. All of it is in Today, whatever this says. */
export function PushNote({ status, push: { state, turnOn } }: PushNoteProps) {
  const hasPush = typeof status?.push_public_key === 'string';
  const isOffered = state === 'ask' || (state === 'page' && hasPush);
  return (
    <>
      <output className="note">
        {state !== null && state !== 'ask' && `${NOTES[state]} `}
        {status !== undefined && !hasPush && 'Push notifications are not configured on this installation.'}
      </output>
      {isOffered && (
        <Button size="sm" onClick={() => void turnOn()}>
          {hasPush
            ? 'Notify this browser, with the page closed too'
            : 'Notify this browser while Candor is open'}
        </Button>
      )}
    </>
  );
}

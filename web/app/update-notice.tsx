import { useEffect, useState } from 'react';
import { useAtomValueRawSync } from '../store.ts';
import { isReducedDataAtom } from '../shared/user/settings.ts';
import { Button } from '../shared/ui/button.tsx';
import { Toast } from '../shared/ui/modal.tsx';
import { listen } from '../shared/browser/listen.ts';

const CHECK_MS = 60 * 60 * 1000;

/** Registers the service worker, and offers to reload once a newer build is ready. */
export function UpdateNotice() {
  const [isReady, setReady] = useState(false);

  const isReduced = useAtomValueRawSync(isReducedDataAtom);
  useEffect(() => {
    // An update downloads the whole build. With reduced data, it waits until the browser itself checks for one.
    if (isReduced) return undefined;
    void registerWorker();
    const timer = setInterval(() => void registerWorker(), CHECK_MS);
    return () => clearInterval(timer);
  }, [isReduced]);

  useEffect(() => {
    const { serviceWorker } = navigator;
    // A browser's first worker also takes control; only later ones are updates.
    let hasWorker = serviceWorker.controller !== null;
    return listen(serviceWorker, {
      controllerchange() {
        if (hasWorker) setReady(true);
        hasWorker = true;
      },
    });
  }, []);

  return (
    <Toast
      isOpen={isReady}
      onDismiss={() => setReady(false)}
      action={
        <Button size="sm" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      New version available
    </Toast>
  );
}

async function registerWorker(): Promise<void> {
  try {
    const { serviceWorker } = navigator;
    const registration = await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    await registration.update();
  } catch {}
}

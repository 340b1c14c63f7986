import { useEffect, useRef, useState } from 'react';
import { useStore } from '../store.ts';
import { dropFirstScreens } from '../shared/user/listings-cache.ts';
import { isReducedDataAtom } from '../shared/user/settings.ts';
import { useFormat } from '../shared/format/use-format.ts';
import { Button } from '../shared/ui/button.tsx';
import { Toast } from '../shared/ui/modal.tsx';
import { listen } from '../shared/ui/listen.ts';

/** How often an open page checks for a newer build. */
const CHECK_MS = 60 * 60 * 1000;

/** Registers the service worker, and offers to reload once a newer build is ready. */
export function UpdateNotice() {
  const store = useStore();
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    const { serviceWorker } = navigator;
    // A browser's first worker also takes control; only later ones are updates.
    let hasWorker = serviceWorker.controller !== null;
    const stopListening = listen(serviceWorker, {
      controllerchange() {
        if (hasWorker) setReady(true);
        hasWorker = true;
      },
    });
    // Registering downloads the whole build, which does not suit reduced data use.
    if (hasWorker || !store.get(isReducedDataAtom)) void registerWorker();
    const timer = setInterval(() => void registerWorker(), CHECK_MS);
    return () => {
      clearInterval(timer);
      stopListening();
    };
  }, [store]);

  const format = useFormat();
  const lastFormat = useRef(format);
  useEffect(() => {
    // Stored first screens contain figures in the old format.
    if (lastFormat.current !== format) void dropFirstScreens();
    lastFormat.current = format;
  }, [format]);

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

/** Registers the worker, or checks for a newer one. */
async function registerWorker(): Promise<void> {
  try {
    const { serviceWorker } = navigator;
    const registration = await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    await registration.update();
  } catch {
    // Online, the app works without it.
  }
}

import { useEffect, useRef, useState } from 'react';
import { onSignOut } from '../shared/sign-in/auth.ts';
import { clearListingsCache, dropFirstScreens } from '../shared/user/listings-cache.ts';
import { isReducedData } from '../shared/user/settings.ts';
import { useFormat } from '../shared/format/use-format.ts';
import { Button } from '../shared/ui/button.tsx';
import { Toast } from '../shared/ui/modal.tsx';
import { listen } from '../shared/ui/listen.ts';

/** An open page checks this often for a newer build. */
const CHECK_MS = 60 * 60 * 1000;

onSignOut(() => void clearListingsCache());

/** Registers the service worker, and says when a newer build than the one on screen is ready. */
export function UpdateNotice() {
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    const { serviceWorker } = navigator;
    // The first worker of a browser takes control too; only a later one is an update.
    let hasWorker = serviceWorker.controller !== null;
    const stopListening = listen(serviceWorker, {
      controllerchange() {
        if (hasWorker) setReady(true);
        hasWorker = true;
      },
    });
    // It downloads the whole build, which a reader with reduced data has not asked for.
    if (hasWorker || !isReducedData()) void registerWorker();
    const timer = setInterval(() => void registerWorker(), CHECK_MS);
    return () => {
      clearInterval(timer);
      stopListening();
    };
  }, []);

  const format = useFormat();
  const written = useRef(format);
  useEffect(() => {
    if (written.current !== format) void dropFirstScreens();
    written.current = format;
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

/** Registers the worker, or looks for a newer one. */
async function registerWorker(): Promise<void> {
  try {
    const { serviceWorker } = navigator;
    const registration = await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    await registration.update();
  } catch {
    // The app works without it, online.
  }
}

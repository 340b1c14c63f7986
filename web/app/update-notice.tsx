import { useEffect, useState } from 'react';
import { whenUserLeaves } from '../shared/session/user-memory.ts';
import { forgetKeptData } from '../shared/settings/kept-data.ts';
import { Button } from '../shared/ui/button.tsx';
import { Toast } from '../shared/ui/toast.tsx';
import { keepLoadedFiles } from './kept-files.ts';

/** An open page asks this often whether a newer build was published. */
const CHECK_MS = 60 * 60 * 1000;

whenUserLeaves(() => void forgetKeptData());

/** Starts the service worker, and says when another build than the one on screen has been published. */
export function UpdateNotice() {
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    const { serviceWorker } = navigator;
    // The first worker of a browser takes over too; only a later one is an update.
    let hasWorker = serviceWorker.controller !== null;
    const onChange = () => {
      if (hasWorker) setReady(true);
      hasWorker = true;
    };
    serviceWorker.addEventListener('controllerchange', onChange);
    const registered = serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    // A browser may refuse workers altogether; the app needs none.
    const check = () => void registered.then((registration) => registration.update()).catch(() => undefined);
    registered.catch(() => undefined);
    const timer = setInterval(check, CHECK_MS);
    const stopKeeping = keepLoadedFiles();
    return () => {
      stopKeeping();
      clearInterval(timer);
      serviceWorker.removeEventListener('controllerchange', onChange);
    };
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
      Update ready
    </Toast>
  );
}

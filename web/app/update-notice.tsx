import { useEffect, useState } from 'react';
import { useAtomValueRawSync } from '../store.ts';
import { isReducedDataAtom } from '../shared/user/settings.ts';
import { Button } from '../shared/ui/button.tsx';
import { Toast } from '../shared/ui/modal.tsx';
import { BUILD_PREFIX } from '../shared/browser/caches.ts';
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
    // A new controller need not bring another build: it may be the browser's first, or have the build that the page has.
    const controllerchange = () => void isOfNewestBuild().then((isNewest) => setReady(!isNewest));
    return listen(navigator.serviceWorker, { controllerchange });
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

/** Whether the newest stored build has the page's first script. */
async function isOfNewestBuild(): Promise<boolean> {
  try {
    const cacheName = (await caches.keys()).findLast((name) => name.startsWith(BUILD_PREFIX)) ?? '';
    const entry = document.querySelector('script[type="module"], [data-entry]');
    const path = entry?.getAttribute('src') ?? entry?.getAttribute('href') ?? '';
    return Boolean(await caches.match(path, { cacheName, ignoreVary: true }));
  } catch {
    return false;
  }
}

async function registerWorker(): Promise<void> {
  try {
    const { serviceWorker } = navigator;
    const registration = await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    await registration.update();
  } catch {}
}

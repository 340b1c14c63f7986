/** What a page does that is older than the server it talks to. */

const RELOADED_KEY = 'candor:reloaded-for-build:';

/** A build that takes longer to download than this is not waited for. */
const DOWNLOAD_MS = 10_000;

/**
 * Loads the page from the newest build, once per tab for each `version` that a page had: activates the service worker of that
 * build first, which would otherwise serve the old page again. False, and nothing happens, where that was done before or the
 * tab cannot remember it.
 */
export async function reloadIntoNewerBuild(
  version: number,
  reload = () => window.location.reload(),
): Promise<boolean> {
  const key = `${RELOADED_KEY}${version}`;
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, new Date().toISOString());
  } catch {
    return false;
  }
  await activateNewestWorker().catch(() => undefined);
  reload();
  return true;
}

async function activateNewestWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker?.getRegistration();
  if (!registration) return;
  const activated = new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    setTimeout(resolve, DOWNLOAD_MS);
  });
  await registration.update();
  if (registration.installing || registration.waiting) await activated;
}

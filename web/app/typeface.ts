import { useLayoutEffect } from 'react';
import { isReducedData } from '../shared/settings/settings-store.ts';
import { browserStorage } from '../shared/state/browser-storage.ts';
import { afterFirstScreen, whenIdle } from '../shared/ui/first-screen.ts';

/** Key and value are also read by the inline script of index.html, before the first paint. */
const TYPEFACE_KEY = 'candor:typeface';
const TYPEFACE = 'inter';

/** Only one face has this name (`tokens.css`). */
const FONT = '1em Inter';

let isFetched = false;

/**
 * The product's typeface, for a page of this app. It is fetched after the first screen, and comes into force with the next
 * page or visit: letters that somebody reads do not change under their eyes, and nothing moves.
 */
export function useTypeface(): void {
  useLayoutEffect(() => {
    if (isFetched) document.documentElement.dataset['typeface'] = TYPEFACE;
    else return afterFirstScreen(() => whenIdle(() => void fetchTypeface()));
    return undefined;
  }, []);
}

async function fetchTypeface(): Promise<void> {
  if (isReducedData()) return;
  try {
    isFetched = (await document.fonts.load(FONT)).length > 0;
    if (isFetched) browserStorage().setItem(TYPEFACE_KEY, TYPEFACE);
  } catch {
    // The system's letters stay.
  }
}

import { useEffect } from 'react';
import { noteFirstScreen } from '../shared/ui/first-screen.ts';
import { useTypeface } from './typeface.ts';

/** On the first page, focus and scroll position are left to the browser. */
let isFirstPage = true;
let isGoingBack = false;
// There is no window while pages are prerendered.
globalThis.addEventListener?.('popstate', () => {
  isGoingBack = true;
});
// The router's own event. A link to a part of the page on screen mounts nothing.
globalThis.addEventListener?.('pushState', () => {
  isGoingBack = false;
  addressedPart()?.scrollIntoView();
});

/** The part of the page that the address names after its `#`. */
function addressedPart(): HTMLElement | null {
  return document.getElementById(window.location.hash.slice(1));
}

interface NavigationEffectsProps {
  readonly title: string;
  /** The page tells by itself when its first screen is painted. */
  readonly paintsItself?: boolean | undefined;
}

/**
 * What a browser does when it loads a page, for a page of this app: sets the title, moves the focus to the h1, and scrolls to
 * the top or to the part that the address names. Going back leaves the scroll position to the browser. Render it before the
 * page, so that a title of the page's own replaces this one.
 */
export function NavigationEffects({ title, paintsItself = false }: NavigationEffectsProps) {
  useTypeface();

  useEffect(() => {
    if (!paintsItself) noteFirstScreen();
  }, [paintsItself]);

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    const part = addressedPart();
    if (part) part.scrollIntoView();
    if (!isFirstPage) {
      const heading = document.querySelector<HTMLElement>('main h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
      if (!part && !isGoingBack) window.scrollTo(0, 0);
    }
    isFirstPage = false;
    isGoingBack = false;
  }, []);

  return null;
}

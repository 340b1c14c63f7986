import { useEffect } from 'react';
import { writeAsChosen } from './build-writing.ts';
import { replayEarlyPress } from './early-press.ts';

/** The page the visitor came in on keeps the browser's own focus and scroll position. */
let hasArrived = false;
let isGoingBack = false;
// At build time, when pages are written as HTML, there is no window.
globalThis.addEventListener?.('popstate', () => {
  isGoingBack = true;
});
// The router's own event. A link to a part of the page that is shown already mounts nothing.
globalThis.addEventListener?.('pushState', () => {
  isGoingBack = false;
  namedPart()?.scrollIntoView();
});

/** The part of the page that the address names. */
function namedPart(): HTMLElement | null {
  return document.getElementById(window.location.hash.slice(1));
}

/**
 * What a browser does on loading a page, done for a page of this app: sets the title, moves the focus to the h1 and
 * the view to the top, or to the part that the address names. Stands beside the page, so that it runs when the page is
 * there. Going back leaves the scroll position to the browser.
 */
export function Arrival({ title }: { title: string }) {
  useEffect(() => {
    writeAsChosen();
    replayEarlyPress();
  }, []);

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    const part = namedPart();
    if (part) part.scrollIntoView();
    if (hasArrived) {
      const heading = document.querySelector<HTMLElement>('main h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
      if (!part && !isGoingBack) window.scrollTo(0, 0);
    }
    hasArrived = true;
    isGoingBack = false;
  }, []);

  return null;
}

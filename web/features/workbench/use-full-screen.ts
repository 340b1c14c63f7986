import { useEffect, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

/** Whether an element fills the screen, and how to change that; no `toggle` where the browser has no full screen. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = document.fullscreenEnabled
    ? () => void (isFull ? document.exitFullscreen() : element.current?.requestFullscreen())
    : null;
  return { isFull, toggle };
}

const MIN_CHART_PX = 300;
/** Strip, table line and the page's edge. */
const AROUND_CHART_PX = 84;

/** Height that is left in the window for the charts below `above`. */
export function useChartHeight(above: RefObject<HTMLElement | null>): number {
  const [heightPx, setHeight] = useState(480);
  useLayoutEffect(() => {
    const element = above.current;
    if (element === null) return;
    const measure = () => {
      const bottom = element.getBoundingClientRect().bottom + window.scrollY;
      setHeight(Math.max(Math.floor(window.innerHeight - bottom - AROUND_CHART_PX), MIN_CHART_PX));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    addEventListener('resize', measure);
    document.addEventListener('fullscreenchange', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
      document.removeEventListener('fullscreenchange', measure);
    };
  }, [above]);
  return heightPx;
}

/** Sets the title of the document. */
export function useTitle(text: string): void {
  useEffect(() => {
    document.title = text;
  }, [text]);
}

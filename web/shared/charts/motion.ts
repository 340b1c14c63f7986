/** While a gesture moves a chart, only the charts follow it. What React renders beside them waits until it rests. */
import { useCallback, useSyncExternalStore } from 'react';
import { useStore, type Atom } from '../../store.ts';

/** Longer than a slow frame: a text rendered between two moves would cost more than both. */
const REST_MS = 120;
/** Texts follow a moving pointer about ten times a second. More often nobody could read them, and each change costs a layout. */
export const READ_MS = 80;

let timer: ReturnType<typeof setTimeout> | undefined;
let hasGesture = false;
const waiting = new Set<() => void>();

/** A gesture has moved a chart, or is about to. */
export function startMotion(): void {
  hasGesture = true;
  clearTimeout(timer);
  timer = setTimeout(endMotion, REST_MS);
}

/** A pointer has moved a crosshair: texts of its next places wait until these could be read. */
export function holdTexts(): void {
  timer ??= setTimeout(() => {
    const isMoving = waiting.size > 0;
    endMotion();
    if (isMoving) holdTexts();
  }, READ_MS);
}

export function endMotion(): void {
  clearTimeout(timer);
  timer = undefined;
  hasGesture = false;
  for (const render of waiting) render();
  waiting.clear();
}

/** Shows something: at once, or when the gesture rests or held texts may follow. */
export function atRest(show: () => void): void {
  if (timer === undefined) show();
  else waiting.add(show);
}

export function isInMotion(): boolean {
  return hasGesture;
}

/** An atom's value. While a gesture moves a chart, or texts are held, a new one renders nothing. */
export function useValueAtRest<Value>(atom: Atom<Value>): Value {
  const store = useStore();
  const subscribe = useCallback(
    (render: () => void) => {
      const stop = store.sub(atom, () => atRest(render));
      return () => {
        stop();
        waiting.delete(render);
      };
    },
    [store, atom],
  );
  return useSyncExternalStore(subscribe, () => store.get(atom));
}

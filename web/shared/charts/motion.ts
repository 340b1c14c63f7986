/** While a gesture moves a chart, only the charts follow it. What React renders beside them waits until it rests. */
import { useCallback, useSyncExternalStore } from 'react';
import { useStore, type Atom } from '../../store.ts';

/** Longer than a slow frame: a text rendered between two moves would cost more than both. */
const REST_MS = 120;

let timer: ReturnType<typeof setTimeout> | undefined;
const waiting = new Set<() => void>();

/** A gesture has moved a chart, or is about to. */
export function startMotion(): void {
  clearTimeout(timer);
  timer = setTimeout(endMotion, REST_MS);
}

export function endMotion(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const render of waiting) render();
  waiting.clear();
}

export function isInMotion(): boolean {
  return timer !== undefined;
}

/** An atom's value. While a gesture moves a chart, a new one renders nothing. */
export function useValueAtRest<Value>(atom: Atom<Value>): Value {
  const store = useStore();
  const subscribe = useCallback(
    (render: () => void) => {
      const stop = store.sub(atom, () => {
        if (isInMotion()) waiting.add(render);
        else render();
      });
      return () => {
        stop();
        waiting.delete(render);
      };
    },
    [store, atom],
  );
  return useSyncExternalStore(subscribe, () => store.get(atom));
}

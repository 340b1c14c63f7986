import { useSyncExternalStore } from 'react';

export interface ExternalValue<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** Subscribes to changes; returns the unsubscribe function. */
  readonly follow: (listener: () => void) => () => void;
}

export function externalValue<Value>(initial: Value): ExternalValue<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useExternalValue<Value>({ get, follow }: ExternalValue<Value>): Value {
  return useSyncExternalStore(follow, get, get);
}

import { lazy } from 'react';
import type { ComponentType } from 'react';

export type OnDemand = {
  page: ComponentType;
  /** Prefetches the code, so that the first render does not wait for it. Rejects when it cannot be fetched. */
  preload: () => Promise<void>;
};

/**
 * A component whose code is fetched when it is first rendered, or by `preload`. Unlike `lazy` alone it does not suspend
 * once preloaded, so that prerendered HTML is hydrated without a gap.
 */
export function onDemand(load: () => Promise<ComponentType>): OnDemand {
  let Loaded: ComponentType | null = null;
  const Lazy = lazy(async () => ({ default: await load() }));
  return {
    page: () => (Loaded ? <Loaded /> : <Lazy />),
    preload: async () => {
      Loaded = await load();
    },
  };
}

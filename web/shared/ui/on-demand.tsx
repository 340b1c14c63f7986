import { lazy } from 'react';
import type { ComponentType } from 'react';

export type OnDemand = {
  page: ComponentType;
  /** Fetches the code ahead of the first render, which then happens at once. Rejects when it cannot be fetched. */
  preload: () => Promise<void>;
};

/**
 * A component whose code is fetched when it is first rendered, or by `preload`. Unlike `lazy` alone it does not suspend
 * once preloaded, so that HTML written at build time can be taken over without a gap.
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

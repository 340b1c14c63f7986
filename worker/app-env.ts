import type { WorkerBindings } from './config.ts';
import type { Services } from './services.ts';

/** What Hono carries through a request. */
export interface AppEnv {
  readonly Bindings: WorkerBindings;
  readonly Variables: {
    readonly requestId: string;
    /** Epoch milliseconds. */
    readonly startedAtMs: number;
    readonly services: Services;
  };
}

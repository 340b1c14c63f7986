import type { Cached } from '../cache/entry.ts';
import type { WorkerBindings } from '../config.ts';
import type { ServiceError } from './errors.ts';
import type { Services } from '../services.ts';

/** What Hono passes through a request. */
export interface AppEnv {
  readonly Bindings: WorkerBindings;
  readonly Variables: {
    readonly requestId: string;
    /** Epoch milliseconds. */
    readonly startedAtMs: number;
    readonly services: Services;
    /** The address has query parameters that its route does not know. */
    readonly hasUnknownParameters?: boolean;
    /** For the metrics: how the cache answered, if it did, and why the request failed, if it did. */
    readonly cache?: Pick<Cached<unknown>, 'outcome' | 'failure'>;
    readonly fault?: ServiceError['reason'];
  };
}

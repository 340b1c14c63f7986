import { createApp } from './app.ts';
import type { WorkerBindings } from './config.ts';
import { runScheduled } from './ledger/job.ts';
import { SYSTEM_RUNTIME } from './runtime.ts';

const app = createApp();

export default {
  fetch: app.fetch,
  scheduled: (_event, env) => runScheduled(env, SYSTEM_RUNTIME),
} satisfies ExportedHandler<WorkerBindings>;

import { createApp } from './app.ts';
import { SYSTEM_RUNTIME, type WorkerBindings } from './config.ts';
import { runScheduled } from './scheduled.ts';

export { UserStore } from './account/user-store.ts';
export { VendorBudget } from './resilience/vendor-budget.ts';

const app = createApp();

export default {
  fetch: app.fetch,
  scheduled: (_event, env) => runScheduled(env, SYSTEM_RUNTIME),
} satisfies ExportedHandler<WorkerBindings>;

import { DEMO_PROJECT_ID } from './auth-emulator.ts';
import { LOCAL_VARS } from './local-settings.ts';
import { type RunningProcess, startProcess, waitUntilReady } from './processes.ts';
import { fromRoot } from './repository.ts';

export interface WorkerServerSpec {
  readonly port: number;
  /** Where the page is built to, relative to the root; servers that run at once need one each. */
  readonly webOut: string;
  readonly authOrigin: string;
  /** Worker variables that win over `wrangler.toml` and `.dev.vars`. */
  readonly vars?: Readonly<Record<string, string>>;
  /** A folder of its own for KV; default: the shared `.wrangler/state`. */
  readonly persistTo?: string;
  /** Read in place of `.dev.vars`, whose keys must not leak into recorded or tested runs. */
  readonly envFile?: string;
  /** Extra settings of the page's build. */
  readonly buildEnv?: Readonly<Record<string, string>>;
  /** Whether `webOut` has the page already; otherwise the server builds it. */
  readonly isBuilt?: boolean;
  readonly onLine?: (line: string) => void;
}

interface WorkerServer extends RunningProcess {
  /** The address to open. */
  readonly origin: string;
  /** Resolves when API and page both respond; rejects when the server cannot be started. */
  readonly ready: Promise<void>;
}

/** Starts `wrangler dev`, which builds the page by itself (`[build]` in `wrangler.toml`) and serves page and API. */
export function startWorkerServer(spec: WorkerServerSpec): WorkerServer {
  const settings = {
    ...LOCAL_VARS,
    // The emulator's tokens name its own project, whatever the developer's settings say.
    FIREBASE_PROJECT_ID: DEMO_PROJECT_ID,
    FIREBASE_AUTH_EMULATOR: spec.authOrigin,
    ...spec.vars,
  };
  const vars = Object.entries(settings).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  const server = startProcess({
    name: 'The Worker server',
    script: fromRoot('node_modules/wrangler/bin/wrangler.js'),
    args: [
      'dev',
      '--local',
      '--ip=127.0.0.1',
      `--port=${spec.port}`,
      // 0 picks a free port: two servers never collide on the debugger's default.
      '--inspector-port=0',
      '--show-interactive-dev-session=false',
      `--assets=${spec.webOut}`,
      ...(spec.persistTo ? ['--persist-to', spec.persistTo] : []),
      ...(spec.envFile ? ['--env-file', spec.envFile] : []),
      ...vars,
    ],
    env: {
      CANDOR_WEB_OUT: spec.webOut,
      VITE_FIREBASE_AUTH_EMULATOR: spec.authOrigin,
      ...spec.buildEnv,
      ...(spec.isBuilt && { CANDOR_WEB_IS_BUILT: 'true' }),
      // Nothing local needs Cloudflare's network; without these each start waits for it.
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_WRITE_LOGS: 'false',
    },
    ...(spec.onLine && { onLine: spec.onLine }),
  });
  const loopback = `http://127.0.0.1:${spec.port}`;
  return {
    ...server,
    origin: `http://localhost:${spec.port}`,
    ready: waitUntilReady(`${loopback}/api/health`, server).then(() =>
      waitUntilReady(`${loopback}/`, server),
    ),
  };
}

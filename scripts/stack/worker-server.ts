import { DEMO_PROJECT_ID } from './auth-emulator.ts';
import { LOCAL_VARS } from './local-settings.ts';
import { type RunningProcess, startProcess, waitUntilReady } from './processes.ts';
import { fromRoot } from './repository.ts';

export interface WorkerServerSpec {
  readonly port: number;
  /** The page's build folder, relative to the root; each concurrent server needs its own. */
  readonly webOut: string;
  readonly authOrigin: string;
  /** Worker variables that override `wrangler.toml` and `.dev.vars`. */
  readonly vars?: Readonly<Record<string, string>>;
  /** A separate state folder; default: the shared `.wrangler/state`. */
  readonly persistTo?: string;
  /** Read instead of `.dev.vars`, whose keys must not leak into replays or tests. */
  readonly envFile?: string;
  /** Extra settings for the page's build. */
  readonly buildEnv?: Readonly<Record<string, string>>;
  /** Whether `webOut` already contains the page; otherwise the server builds it. */
  readonly isBuilt?: boolean;
  readonly onLine?: (line: string) => void;
}

interface WorkerServer extends RunningProcess {
  /** The URL to open. */
  readonly origin: string;
  /** Resolves once API and page both respond; rejects if the server cannot be started. */
  readonly ready: Promise<void>;
}

/** Starts `wrangler dev`, which builds the page itself (`[build]` in `wrangler.toml`) and serves page and API. */
export function startWorkerServer(spec: WorkerServerSpec): WorkerServer {
  const settings = {
    ...LOCAL_VARS,
    // The emulator's tokens name its own project, whatever the developer's settings.
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
      // Keeps starts from waiting for Cloudflare's network, which local runs do not need.
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

import { type RunningProcess, startProcess } from './processes.ts';
import { fromRoot } from './repository.ts';
import { waitUntilAnswers } from './wait-until-answers.ts';

export interface HotServerSpec {
  readonly port: number;
  readonly authOrigin: string;
  /** Where `/api` is proxied to. */
  readonly apiOrigin: string;
  readonly onLine?: (line: string) => void;
}

export interface HotServer extends RunningProcess {
  readonly origin: string;
  readonly ready: Promise<void>;
}

/** Starts Vite's development server: the page from source with hot reload, `/api` from the Worker server. */
export function startHotServer(spec: HotServerSpec): HotServer {
  const server = startProcess({
    name: 'The hot-reload server',
    script: fromRoot('node_modules/vite/bin/vite.js'),
    args: ['--mode', 'emulator', '--port', String(spec.port), '--strictPort'],
    env: {
      CANDOR_API: spec.apiOrigin,
      VITE_FIREBASE_AUTH_EMULATOR: spec.authOrigin,
    },
    ...(spec.onLine && { onLine: spec.onLine }),
  });
  const origin = `http://localhost:${spec.port}`;
  return { ...server, origin, ready: waitUntilAnswers(`${origin}/`, server) };
}

import { type RunningProcess, startProcess, waitUntilReady } from './processes.ts';
import { fromRoot } from './repository.ts';

/** A `demo-` project never contacts production and needs no credentials. */
export const DEMO_PROJECT_ID = 'demo-candor';

interface AuthEmulator extends RunningProcess {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly origin: string;
  /** Resolves once it responds; rejects if it cannot be started. */
  readonly ready: Promise<void>;
}

/** Starts the Firebase Auth emulator in memory, on the given port. */
export function startAuthEmulator(port: number, onLine?: (line: string) => void): AuthEmulator {
  const emulator = startProcess({
    name: 'The Auth emulator',
    script: fromRoot('scripts/stack/auth-emulator-server.ts'),
    args: [String(port)],
    ...(onLine && { onLine }),
  });
  const origin = `http://127.0.0.1:${port}`;
  return { ...emulator, origin, ready: waitUntilReady(`${origin}/`, emulator) };
}

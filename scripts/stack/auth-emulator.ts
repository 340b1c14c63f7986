import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningProcess, startProcess, waitUntilReady } from './processes.ts';
import { fromRoot } from './repository.ts';

/** A `demo-` project never contacts production and needs no credentials. */
export const DEMO_PROJECT_ID = 'demo-candor';

interface AuthEmulatorPorts {
  readonly auth: number;
  readonly authHub: number;
  readonly authLogging: number;
}

interface AuthEmulator extends RunningProcess {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string;
  /** Resolves when it responds; rejects when it cannot be started. */
  readonly ready: Promise<void>;
}

interface FirebaseConfig {
  readonly emulators: Readonly<Record<'auth' | 'hub' | 'logging', object>>;
}

/** Starts the Firebase Auth emulator in memory, on the given ports. */
export async function startAuthEmulator(
  ports: AuthEmulatorPorts,
  onLine?: (line: string) => void,
): Promise<AuthEmulator> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-auth-'));
  const configFile = join(folder, 'firebase.json');
  await writeFile(configFile, JSON.stringify(await emulatorConfig(ports)));
  const emulator = startProcess({
    name: 'The Auth emulator',
    script: fromRoot('node_modules/firebase-tools/lib/bin/firebase.js'),
    args: ['emulators:start', '--only', 'auth', '--project', DEMO_PROJECT_ID, '--config', configFile],
    // The debug log goes to the working directory.
    cwd: folder,
    env: { CI: 'true' },
    ...(onLine && { onLine }),
  });
  const origin = `http://127.0.0.1:${ports.auth}`;
  return {
    ...emulator,
    origin,
    ready: waitUntilReady(`${origin}/`, emulator),
    stop: async () => {
      await emulator.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `firebase.json` with other ports. */
async function emulatorConfig(ports: AuthEmulatorPorts): Promise<unknown> {
  const { emulators } = JSON.parse(await readFile(fromRoot('firebase.json'), 'utf8')) as FirebaseConfig;
  const { auth, hub, logging } = emulators;
  return {
    emulators: {
      ...emulators,
      auth: { ...auth, port: ports.auth },
      hub: { ...hub, port: ports.authHub },
      logging: { ...logging, port: ports.authLogging },
    },
  };
}

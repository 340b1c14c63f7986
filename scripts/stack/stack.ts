import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_ACCOUNT, ensureAccount } from './accounts.ts';
import { startAuthEmulator } from './auth-emulator.ts';
import type { Market } from './command-line.ts';
import { migrateLedger } from './ledger-database.ts';
import { readDevVars } from './local-settings.ts';
import { type NeededPort, START_PORTS } from './ports.ts';
import { startSchedule } from './schedule.ts';
import { type RunningProcess, startProcess, waitUntilReady } from './processes.ts';
import { fromRoot } from './repository.ts';
import { localPushVars } from './vapid-keys.ts';
import { startTimestampAuthority } from './timestamp-authority.ts';
import { startVendor } from './vendor/vendor-server.ts';
import { startWorkerServer, type WorkerServerSpec } from './worker-server.ts';

interface StackOptions {
  readonly market: Market;
  /** Whether to serve the page from Vite, with hot reload. */
  readonly hot: boolean;
  /** Called with every line of server output. */
  readonly onLine: (line: string) => void;
}

interface Stack {
  /** Resolves with the page's URL once all servers respond; rejects if one cannot be started. */
  readonly ready: Promise<string>;
  /** Resolves when the first server ends, with an explanation. */
  readonly broken: Promise<string>;
  /** Stops every server and removes temporary files. */
  readonly stop: () => Promise<void>;
}

/** The ports that a stack with these options listens on. */
export function neededPorts({ market, hot }: Pick<StackOptions, 'market' | 'hot'>): NeededPort[] {
  return [
    { port: START_PORTS.worker, purpose: 'the app' },
    { port: START_PORTS.auth, purpose: 'Auth emulator' },
    ...(market.kind === 'replay' ? [{ port: START_PORTS.vendor, purpose: 'stand-in vendor' }] : []),
    ...(market.kind === 'configured' ? [{ port: START_PORTS.timestamps, purpose: 'time stamps' }] : []),
    ...(hot ? [{ port: START_PORTS.hot, purpose: 'hot reload' }] : []),
  ];
}

/** Starts every part of the local app. Resolves once all are starting; await `ready` for the rest. */
export async function startStack({ market, hot, onLine }: StackOptions): Promise<Stack> {
  const servers: RunningProcess[] = [];
  /** Cleanup of what the servers use, to run after they stop. */
  const releases: (() => Promise<void>)[] = [];
  const stopping = new AbortController();
  const stop = async () => {
    stopping.abort();
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(releases.map((release) => release()));
  };
  const own = <T extends RunningProcess>(server: T): T => {
    servers.push(server);
    return server;
  };

  try {
    const workerSettings =
      market.kind === 'replay' ? await prepareReplay(market.folder, releases) : settingsOf(market);
    await migrateLedger(workerSettings.persistTo);
    // Live and recorded prices have their own ledgers, which are not seeded.
    const authority =
      market.kind === 'configured' ? await startTimestampAuthority(START_PORTS.timestamps) : null;
    if (authority) releases.push(authority.close);
    const seeding = market.kind === 'configured' ? startSeeding(onLine) : null;
    if (seeding) releases.push(seeding.stop);
    const auth = own(startAuthEmulator(START_PORTS.auth, onLine));
    const worker = own(
      startWorkerServer({
        port: START_PORTS.worker,
        webOut: 'dist/web',
        authOrigin: auth.origin,
        onLine,
        ...workerSettings,
        vars: {
          ...(await localPushVars()),
          ...(authority &&
            !readDevVars()['TIMESTAMP_AUTHORITIES'] && { TIMESTAMP_AUTHORITIES: authority.origin }),
          ...workerSettings.vars,
        },
      }),
    );
    const page = hot ? own(startHotServer(auth.origin, onLine)) : worker;
    // Recorded prices end in the past, so nothing is due.
    if (market.kind !== 'replay') {
      // Starts after seeding, which fails if the ledger grows meanwhile.
      void Promise.all([worker.ready, seeding?.ended]).then(
        () => startSchedule(worker.origin, onLine, stopping.signal),
        () => undefined,
      );
    }
    const ready = Promise.all([
      auth.ready.then(() => ensureAccount(auth.origin, DEMO_ACCOUNT)),
      worker.ready,
      page.ready,
    ]).then(() => page.origin);
    return { ready, broken: Promise.race(servers.map(({ ended }) => ended)), stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

function settingsOf(
  market: Exclude<Market, { kind: 'replay' }>,
): Pick<WorkerServerSpec, 'vars' | 'persistTo'> {
  return market.kind === 'live' ? { vars: { MARKET_DATA: 'live' } } : {};
}

/** Starts the stand-in vendor, and gives the Worker its own cache and none of the developer's keys. */
async function prepareReplay(folder: string, releases: (() => Promise<void>)[]) {
  const temporary = await mkdtemp(join(tmpdir(), 'candor-replay-'));
  releases.push(() => rm(temporary, { recursive: true, force: true }));
  const vendor = await startVendor({ folder, port: START_PORTS.vendor });
  releases.push(vendor.close);
  const envFile = join(temporary, 'no-keys.env');
  await writeFile(envFile, '');
  return {
    vars: {
      MARKET_DATA: 'live',
      YAHOO_BASE_URL: vendor.origin,
      // The stand-in vendor has no limit.
      YAHOO_CALLS_PER_MINUTE: '99999',
      REPLAY: 'true',
    },
    persistTo: join(temporary, 'state'),
    envFile,
  };
}

/** Fills the sample market's ledger while the servers start, at the lowest priority. It ends by itself. */
function startSeeding(onLine: (line: string) => void): RunningProcess {
  return startProcess({
    name: 'The sample market’s ledger',
    script: fromRoot('scripts/ledger-seed.ts'),
    args: [],
    onLine,
  });
}

/** Starts Vite's development server: the page from source with hot reload, `/api` from the Worker server. */
function startHotServer(authOrigin: string, onLine: (line: string) => void) {
  const server = startProcess({
    name: 'The hot-reload server',
    script: fromRoot('node_modules/vite/bin/vite.js'),
    args: ['--mode', 'emulator', '--port', String(START_PORTS.hot), '--strictPort'],
    env: {
      CANDOR_API: `http://127.0.0.1:${START_PORTS.worker}`,
      VITE_FIREBASE_AUTH_EMULATOR: authOrigin,
    },
    onLine,
  });
  const origin = `http://localhost:${START_PORTS.hot}`;
  return { ...server, origin, ready: waitUntilReady(`${origin}/`, server) };
}

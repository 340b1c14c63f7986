import { createWriteStream } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAuthEmulator } from '#scripts/stack/auth-emulator.ts';
import { migrateLedger } from '#scripts/stack/ledger-database.ts';
import { seedSampleLedger } from '#scripts/stack/ledger-seed.ts';
import { describeTakenPorts } from '#scripts/stack/ports.ts';
import { replayLedger } from './ledger-replay.ts';
import { fromRoot } from '#scripts/stack/repository.ts';
import { ensureTestBuild, TEST_BUILD } from '../build/test-build.ts';
import { startWorkerServer } from '#scripts/stack/worker-server.ts';
import {
  AUTH_ORIGIN,
  E2E_PORTS,
  FULL_RECORD_UNTIL,
  RECORDINGS_FOLDER,
  SERVER_LOGS_FOLDER,
  YOUNG_RECORD_FROM,
} from './addresses.ts';

/**
 * Starts one Auth emulator and the built app twice: on the sample market, and on live data from the stand-in vendor, which
 * the spec that uses it starts and stops. Returns the tear-down.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const taken = await describeTakenPorts(
    Object.entries(E2E_PORTS).map(([purpose, port]) => ({ port, purpose: `browser tests, ${purpose}` })),
  );
  if (taken.length > 0) throw new Error(taken.join('\n'));

  ensureTestBuild();
  const temporary = await mkdtemp(join(tmpdir(), 'candor-e2e-'));
  const envFile = join(temporary, 'no-keys.env');
  await writeFile(envFile, '');
  await mkdir(RECORDINGS_FOLDER, { recursive: true });
  const recording = createRequire(import.meta.url).resolve('@observablehq/sample-datasets/aapl.csv');
  await copyFile(recording, join(RECORDINGS_FOLDER, 'AAPL.csv'));

  await rm(fromRoot(SERVER_LOGS_FOLDER), { recursive: true, force: true });
  await mkdir(fromRoot(SERVER_LOGS_FOLDER));
  const auth = startAuthEmulator(E2E_PORTS.auth);
  // A full ledger in one app and a young one in the other.
  const [full, young] = [join(temporary, 'sample'), join(temporary, 'replay')];
  await migrateLedger(full);
  await cp(full, young, { recursive: true });
  const common = { authOrigin: AUTH_ORIGIN, envFile, webOut: TEST_BUILD.web, isBuilt: true };
  await replayLedger({
    folder: RECORDINGS_FOLDER,
    tickers: ['AAPL'],
    from: YOUNG_RECORD_FROM,
    persistTo: young,
  });
  const replay = startWorkerServer({
    ...common,
    port: E2E_PORTS.replayWorker,
    persistTo: young,
    vars: {
      MARKET_DATA: 'live',
      YAHOO_BASE_URL: `http://127.0.0.1:${E2E_PORTS.vendor}`,
      REPLAY: 'true',
    },
    onLine: log('replay'),
  });
  // Meanwhile the first server starts.
  const settings = { ENVIRONMENT: 'local', MARKET_DATA: 'sample', RECORD_UNIVERSE: 'AAPL' };
  await seedSampleLedger({ settings, nowMs: Date.parse(FULL_RECORD_UNTIL), persistTo: full });
  const sample = startWorkerServer({
    ...common,
    port: E2E_PORTS.sampleWorker,
    persistTo: full,
    vars: { MARKET_DATA: 'sample' },
    onLine: log('sample'),
  });

  const tearDown = async () => {
    await Promise.all([replay.stop(), sample.stop(), auth.stop()]);
    await Promise.all(
      [temporary, RECORDINGS_FOLDER].map((folder) => rm(folder, { recursive: true, force: true })),
    );
  };
  try {
    await Promise.all([auth.ready, sample.ready, replay.ready]);
  } catch (cause) {
    await tearDown();
    throw cause;
  }
  return tearDown;
}

/** Logs each line of a server with its time, because a server that dies during a run leaves no other trace. */
function log(server: string): (line: string) => void {
  const file = createWriteStream(fromRoot(join(SERVER_LOGS_FOLDER, `${server}.log`)));
  return (line) => file.write(`${new Date().toISOString()} ${line}\n`);
}

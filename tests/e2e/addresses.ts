import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Shifts every port, so that two checkouts on one machine can run browser tests at the same time. */
const offset = Number(process.env['CANDOR_E2E_PORT_OFFSET'] ?? 0);

/** Ports for the browser tests. They differ from those of `npm start`, which may be running too. */
export const E2E_PORTS = {
  auth: 9199 + offset,
  sampleWorker: 8797 + offset,
  replayWorker: 8798 + offset,
  vendor: 8799 + offset,
} as const;

/** Output of the browser tests' servers, kept for diagnosing failed runs. */
export const SERVER_LOGS_FOLDER = 'test-results-servers';

export const AUTH_ORIGIN = `http://127.0.0.1:${E2E_PORTS.auth}`;
/** The app on the sample market. */
export const SAMPLE_ORIGIN = `http://localhost:${E2E_PORTS.sampleWorker}`;
/** The app on live data from the stand-in vendor. */
export const REPLAY_ORIGIN = `http://localhost:${E2E_PORTS.replayWorker}`;

/** Recordings that the stand-in vendor serves. The global set-up fills the folder. */
export const RECORDINGS_FOLDER = join(tmpdir(), `candor-e2e-recordings-${E2E_PORTS.vendor}`);

/** End of the sample market's ledger, and the first day of the replayed one, whose recording ends on 2018-05-11. */
export const FULL_RECORD_UNTIL = '2018-05-12';
export const YOUNG_RECORD_FROM = '2018-05-07';

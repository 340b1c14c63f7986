import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ports of the browser tests, apart from those of `npm start`, which may be running beside them. */
export const E2E_PORTS = {
  auth: 9199,
  authHub: 4499,
  authLogging: 4599,
  sampleWorker: 8797,
  replayWorker: 8798,
  vendor: 8799,
} as const;

export const AUTH_ORIGIN = `http://127.0.0.1:${E2E_PORTS.auth}`;
/** The app on the sample market. */
export const SAMPLE_ORIGIN = `http://localhost:${E2E_PORTS.sampleWorker}`;
/** The app on live data, with the stand-in vendor as its source. */
export const REPLAY_ORIGIN = `http://localhost:${E2E_PORTS.replayWorker}`;

/** The recordings that the stand-in vendor serves; filled by the global set-up. */
export const RECORDINGS_FOLDER = join(tmpdir(), `candor-e2e-recordings-${E2E_PORTS.vendor}`);

/** A recorded listing with too few sessions for a forecast, which needs 60. */
export const YOUNG_LISTING = 'YOUNG';
export const YOUNG_SESSIONS = 40;

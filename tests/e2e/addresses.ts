import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Moves every port, so that two checkouts on one machine can run their browser tests at once. */
const offset = Number(process.env['CANDOR_E2E_PORT_OFFSET'] ?? 0);

/** Ports of the browser tests, apart from those of `npm start`, which may be running beside them. */
export const E2E_PORTS = {
  auth: 9199 + offset,
  sampleWorker: 8797 + offset,
  replayWorker: 8798 + offset,
  vendor: 8799 + offset,
} as const;

/** What the servers of the browser tests printed, for the post-mortem of a failed run. */
export const SERVER_LOGS_FOLDER = 'test-results-servers';

export const AUTH_ORIGIN = `http://127.0.0.1:${E2E_PORTS.auth}`;
/** The app on the sample market. */
export const SAMPLE_ORIGIN = `http://localhost:${E2E_PORTS.sampleWorker}`;
/** The app on live data, with the stand-in vendor as its source. */
export const REPLAY_ORIGIN = `http://localhost:${E2E_PORTS.replayWorker}`;

/** The recordings that the stand-in vendor serves; filled by the global set-up. */
export const RECORDINGS_FOLDER = join(tmpdir(), `candor-e2e-recordings-${E2E_PORTS.vendor}`);

/** First days of the replayed records; the recording ends on 2018-05-11. */
export const FULL_RECORD_FROM = '2017-03-01';
export const YOUNG_RECORD_FROM = '2018-05-07';

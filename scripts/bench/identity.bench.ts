/**
 * CPU to verify an ID token, keys in memory: requests with a token against the same requests without one, on the runtime
 * itself. CPU is that of the runtime's process, from Linux.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { bundledWorker, startWorkerd } from '../../tests/support/workerd-server.ts';
import { cpuMs, load } from './http-load.ts';
import { median, printTables } from './measure.ts';

const CONNECTIONS = 16;
const REQUESTS = 4000;
const ROUNDS = 7;
const PROJECT = 'candor-bench';
/** Refused after the token is verified, because its user is no administrator; nothing else is read. */
const PATH = '/api/admin/status';

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256' }] });
const keyServer = createServer((_, response) => {
  response.writeHead(200, { 'Cache-Control': 'max-age=20000' }).end(keys);
});
await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve));

const vars = {
  ENVIRONMENT: 'local',
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_JWKS_URL: `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}`,
};
const server = await startWorkerd([{ name: 'candor', script: await bundledWorker(), vars }]);
try {
  const signedIn = `Authorization: Bearer ${await idToken()}\r\n`;
  const rounds: { readonly without: number; readonly verified: number }[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    rounds.push({ without: await cpuMicros('', 401), verified: await cpuMicros(signedIn, 403) });
  }
  const warm = rounds.slice(1);
  printTables([
    {
      title: 'An ID token, keys in memory',
      rows: {
        'without a token': row(warm.map(({ without }) => without)),
        'with a token': row(warm.map(({ verified }) => verified)),
        'the token alone': row(warm.map(({ without, verified }) => verified - without)),
      },
    },
  ]);
} finally {
  await server.stop();
  keyServer.close();
}

function row(micros: readonly number[]) {
  return { 'CPU µs': Math.round(median(micros)) };
}

/** Processor time of a request, in microseconds. */
async function cpuMicros(headers: string, expected: number): Promise<number> {
  const before = cpuMs(server.pid) ?? NaN;
  const { statuses } = await load({
    port: server.port('candor'),
    path: () => PATH,
    headers,
    connections: CONNECTIONS,
    requests: REQUESTS,
  });
  const after = cpuMs(server.pid) ?? NaN;
  if (statuses.get(expected) !== REQUESTS) throw new Error(`answered ${[...statuses.keys()].join()}`);
  return ((after - before) * 1000) / REQUESTS;
}

async function idToken(): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT({
    auth_time: seconds - 60,
    email: 'jane@example.com',
    email_verified: true,
    firebase: { identities: { email: ['jane@example.com'] }, sign_in_provider: 'password' },
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'key', typ: 'JWT' })
    .setIssuer(`https://securetoken.google.com/${PROJECT}`)
    .setAudience(PROJECT)
    .setSubject('a-user-id-of-28-characters-x')
    .setIssuedAt(seconds - 30)
    .setExpirationTime(seconds + 3570)
    .sign(privateKey);
}

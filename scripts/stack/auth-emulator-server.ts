/**
 * The process behind `startAuthEmulator`: firebase-tools' server without its command line, limited to the calls that the app
 * and its tests make, because preparing all calls takes five times as long.
 */
import { createRequire } from 'node:module';
import { DEMO_PROJECT_ID } from './auth-emulator.ts';

interface AuthEmulator {
  readonly start: () => Promise<void>;
}

const CALLS = [
  '/v1/accounts:createAuthUri',
  '/v1/accounts:delete',
  '/v1/accounts:lookup',
  '/v1/accounts:resetPassword',
  '/v1/accounts:sendOobCode',
  '/v1/accounts:signInWithIdp',
  '/v1/accounts:signInWithPassword',
  '/v1/accounts:signUp',
  '/v1/accounts:update',
  '/v1/projects',
  '/v1/projects/{targetProjectId}/accounts:lookup',
  '/v1/projects/{targetProjectId}/accounts:update',
  '/v1/token',
  '/v2/passwordPolicy',
  '/v2/recaptchaConfig',
  '/emulator/v1/projects/{targetProjectId}/accounts',
  '/emulator/v1/projects/{targetProjectId}/oobCodes',
];

const load = createRequire(import.meta.url);
const { default: api } = load('firebase-tools/lib/emulator/auth/apiSpec.js') as {
  default: { paths: Record<string, unknown> };
};
api.paths = Object.fromEntries(CALLS.map((path) => [path, api.paths[path]]));
const { AuthEmulator } = load('firebase-tools/lib/emulator/auth/index.js') as {
  AuthEmulator: new (spec: { projectId: string; host: string; port: number }) => AuthEmulator;
};

await new AuthEmulator({
  projectId: DEMO_PROJECT_ID,
  host: '127.0.0.1',
  port: Number(process.argv[2]),
}).start();

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '#scripts/stack/repository.ts';
import { AUTH_ORIGIN } from '../e2e/addresses.ts';

/**
 * The build that all tests share: the size limits, the tests of the built files and both servers of the browser tests. It is a
 * local build: it contains the Auth emulator's URL, and its policy allows that and plain http.
 * `tests/build/observatory.test.ts` computes a deployment's headers from the same files.
 */
export const TEST_BUILD = { web: 'dist/test/web', worker: 'dist/test/worker' } as const;

/** Origin and operator of the tested build. */
export const TEST_SITE = {
  origin: 'https://candor.example',
  operator: 'Acme Ltd, privacy@acme.example',
} as const;

const SETTINGS = {
  VITE_SITE_ORIGIN: TEST_SITE.origin,
  VITE_OPERATOR: TEST_SITE.operator,
  VITE_FIREBASE_AUTH_EMULATOR: AUTH_ORIGIN,
  // Keeps this machine's settings out of the build.
  VITE_LOGO_URL_TEMPLATE: '',
  VITE_API_BASE_URL: '',
  VITE_TOKEN_SYNC_URL: '',
};

const INPUTS = [
  'compute',
  'web',
  'worker',
  'scripts/api-reference.ts',
  'scripts/field-meanings.ts',
  'scripts/llms-text.ts',
  'scripts/openapi-document.ts',
  'scripts/supply-chain',
  'scripts/stack',
  ...globSync('vite.*.ts', { cwd: fromRoot() }),
  'wrangler.toml',
  'package-lock.json',
];
const STAMP = 'dist/test/inputs';

/** Builds page and Worker if anything has changed since the last build. */
export function ensureTestBuild(): void {
  const inputs = inputsHash();
  const stamp = fromRoot(STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  // Wrangler's build command builds the page.
  execFileSync(
    process.execPath,
    [
      fromRoot('node_modules/wrangler/bin/wrangler.js'),
      'deploy',
      '--dry-run',
      `--outdir=${TEST_BUILD.worker}`,
      `--assets=${TEST_BUILD.web}`,
    ],
    {
      cwd: fromRoot(),
      env: {
        ...process.env,
        ...SETTINGS,
        NODE_ENV: 'production',
        CANDOR_WEB_OUT: TEST_BUILD.web,
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_HIDE_BANNER: 'true',
        WRANGLER_WRITE_LOGS: 'false',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  writeFileSync(stamp, inputs);
}

/** A hash of every file that the build reads: name, size and modification time. */
function inputsHash(): string {
  const hash = createHash('sha256').update(JSON.stringify(SETTINGS));
  for (const input of INPUTS) {
    const path = fromRoot(input);
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
      : [''];
    for (const file of files) {
      const { size, mtimeMs } = statSync(join(path, file));
      hash.update(`${input}/${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

// `npm run build:test`
if (import.meta.main) ensureTestBuild();

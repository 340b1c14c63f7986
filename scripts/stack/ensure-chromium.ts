/**
 * Runs before the browser tests: finds or installs a Chromium and reports it in one line. On Debian, root gets the headless
 * shell even if there is a whole browser, because that browser's windows slow the tests down by half.
 */
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { fromRoot } from './repository.ts';
import { findChromium, HEADLESS_SHELL } from './find-chromium.ts';

const INSTALL_TIMEOUT_MS = 10 * 60_000;

const PLAYWRIGHT = [[process.execPath, fromRoot('node_modules/playwright/cli.js'), 'install', 'chromium']];
const DEBIAN = [
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', HEADLESS_SHELL],
];

const failures: string[] = [];
let found = findChromium();
if (found === undefined) install(PLAYWRIGHT);
// Without root, apt asks for a password.
if (process.getuid?.() === 0 && (found === undefined || isWholeBrowser(found))) install(DEBIAN);

if (found) {
  console.log(`Chromium: ${found.path} (${found.origin}).`);
} else {
  console.error(
    [
      'The browser tests need Chromium. None was found, and installing one failed:',
      ...failures,
      'Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
      'These run without it: npm run check && npm run size && npm run test:unit',
    ].join('\n'),
  );
  process.exitCode = 1;
}

function isWholeBrowser({ path, origin }: NonNullable<typeof found>): boolean {
  return origin === 'this system' && basename(path) !== HEADLESS_SHELL;
}

/** Runs the commands until one fails, then looks for Chromium again. */
function install(commands: readonly (readonly string[])[]): void {
  for (const [command = '', ...args] of commands) {
    console.log(`Trying: ${[command, ...args].join(' ')}`);
    const { status, stderr, error } = spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: INSTALL_TIMEOUT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const complaint = /^(?:E:|Error:).*$/m.exec(stderr ?? '')?.[0];
    if (status === 0) continue;
    failures.push(`  ${command}: ${error?.message ?? complaint ?? `ended with ${status}`}`);
    break;
  }
  found = findChromium();
}

/**
 * Runs before the browser tests: finds a Chromium or installs one, and says in one line what it did. On Debian, root gets the
 * headless shell even where there is a whole browser, whose own windows make the tests take half as long again.
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
// apt asks for a password unless we are root.
if (process.getuid?.() === 0 && (found === undefined || isWholeBrowser(found))) install(DEBIAN);

if (found) {
  console.log(`Chromium: ${found.path} (${found.origin}).`);
} else {
  console.error(
    [
      'The browser tests need a Chromium; none was found, and none could be installed:',
      ...failures,
      'Install Chromium or Chrome, or name one in CHROMIUM_PATH.',
      'What needs none: npm run check && npm run size && npm run test:unit',
    ].join('\n'),
  );
  process.exitCode = 1;
}

function isWholeBrowser({ path, origin }: NonNullable<typeof found>): boolean {
  return origin === 'this system' && basename(path) !== HEADLESS_SHELL;
}

/** Runs commands up to the first that fails, and looks again. */
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

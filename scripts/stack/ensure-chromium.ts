/** Runs before the browser tests: finds a Chromium or installs one, and says in one line what it did. */
import { spawnSync } from 'node:child_process';
import { fromRoot } from './repository.ts';
import { findChromium } from './find-chromium.ts';

const INSTALL_TIMEOUT_MS = 10 * 60_000;

const PLAYWRIGHT = [[process.execPath, fromRoot('node_modules/playwright/cli.js'), 'install', 'chromium']];
const DEBIAN = [
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell'],
];

let found = findChromium();
const failures: string[] = [];
// apt asks for a password unless we are root.
for (const commands of process.getuid?.() === 0 ? [PLAYWRIGHT, DEBIAN] : [PLAYWRIGHT]) {
  if (found) break;
  for (const [command = '', ...args] of commands) {
    console.log(`No Chromium here. Trying: ${[command, ...args].join(' ')}`);
    const { status, stderr, error } = spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: INSTALL_TIMEOUT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const complaint = /^(?:E:|Error:).*$/m.exec(stderr ?? '')?.[0];
    if (status !== 0) failures.push(`  ${command}: ${error?.message ?? complaint ?? `ended with ${status}`}`);
  }
  found = findChromium();
}

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

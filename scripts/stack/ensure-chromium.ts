/** Runs before the browser tests: finds a Chromium or installs one, and says in one line what it did. */
import { spawnSync } from 'node:child_process';
import { fromRoot } from './repository.ts';
import { findChromium } from './find-chromium.ts';

const INSTALL_TIMEOUT_MS = 10 * 60_000;

interface Installer {
  readonly name: string;
  readonly commands: readonly (readonly [string, ...string[]])[];
}

const PLAYWRIGHT: Installer = {
  name: 'playwright install chromium',
  commands: [[process.execPath, fromRoot('node_modules/playwright/cli.js'), 'install', 'chromium']],
};

const DEBIAN: Installer = {
  name: 'apt-get install chromium-headless-shell',
  commands: [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell'],
  ],
};

const found = findChromium();
if (found) {
  console.log(`Chromium: ${found.path} (${found.origin}).`);
} else {
  process.exitCode = install();
}

function install(): number {
  // apt asks for a password unless we are root.
  const installers = process.getuid?.() === 0 ? [PLAYWRIGHT, DEBIAN] : [PLAYWRIGHT];
  const failures: string[] = [];
  for (const installer of installers) {
    console.log(`No Chromium here. Trying: ${installer.name}`);
    const failure = run(installer);
    const installed = findChromium();
    if (installed) {
      console.log(`Chromium: installed by "${installer.name}", ${installed.path}.`);
      return 0;
    }
    failures.push(`  ${installer.name}: ${failure ?? 'brought none to the PATH'}`);
  }
  console.error(
    [
      'The browser tests need a Chromium; none was found, and none could be installed:',
      ...failures,
      'Install Chromium or Chrome, or name one in CHROMIUM_PATH.',
      'What needs none: npm run check && npm run size && npm run test:unit',
    ].join('\n'),
  );
  return 1;
}

/** Runs the commands until one fails, and returns why in one line; `null` when none did. */
function run({ commands }: Installer): string | null {
  for (const [command, ...args] of commands) {
    const { status, error, stderr } = spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: INSTALL_TIMEOUT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status === 0) continue;
    const complaint = /^(?:E:|Error:).*$/m.exec(stderr)?.[0];
    return error?.message ?? complaint ?? `ended with ${status}`;
  }
  return null;
}

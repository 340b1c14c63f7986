/** Runs before the browser tests: finds a Chromium or installs one, and says in one line what it did. */
import { spawnSync } from 'node:child_process';
import { fromRoot } from '../stack/repository.ts';
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
  name: 'apt-get install chromium',
  commands: [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
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
  for (const installer of installers) {
    if (!run(installer)) continue;
    const installed = findChromium();
    if (!installed) continue;
    console.log(`Chromium: installed by "${installer.name}", ${installed.path}.`);
    return 0;
  }
  const tried = installers.map(({ name }) => name).join(', ');
  console.error(`No Chromium found, and none could be installed (${tried}). Set CHROMIUM_PATH.`);
  return 1;
}

function run({ commands }: Installer): boolean {
  return commands.every(
    ([command, ...args]) =>
      spawnSync(command, args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        timeout: INSTALL_TIMEOUT_MS,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0,
  );
}

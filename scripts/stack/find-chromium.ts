import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/** The same engine without browser windows, which take a third of the tests' CPU. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

const SYSTEM_NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

interface FoundChromium {
  readonly path: string;
  /** Where it was found, for messages. */
  readonly origin: 'CHROMIUM_PATH' | 'this system' | "Playwright's own download";
}

/** Finds Chromium: `CHROMIUM_PATH`, then on the PATH, then Playwright's own. Throws if `CHROMIUM_PATH` is wrong. */
export function findChromium(): FoundChromium | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`CHROMIUM_PATH is not a program: ${chosen}`);
    return { path: chosen, origin: 'CHROMIUM_PATH' };
  }
  const onPath = findProgram(SYSTEM_NAMES);
  if (onPath) return { path: onPath, origin: 'this system' };
  const own = chromium.executablePath();
  return isExecutable(own) ? { path: own, origin: "Playwright's own download" } : undefined;
}

/** The absolute path of the first of these programs on the PATH; `null` if there is none. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

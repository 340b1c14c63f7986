import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findProgram } from '#scripts/stack/find-chromium.ts';

let first: string;
let second: string;

beforeEach(() => {
  first = mkdtempSync(join(tmpdir(), 'candor-path-'));
  second = mkdtempSync(join(tmpdir(), 'candor-path-'));
  vi.stubEnv('PATH', [first, '', second].join(delimiter));
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of [first, second]) rmSync(folder, { recursive: true });
});

function put(folder: string, name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

test('earlier names win over earlier folders, and only programs count', () => {
  put(first, 'firefox', 0o644);
  put(first, 'firefox-esr', 0o755);
  const wanted = put(second, 'firefox', 0o755);
  expect(findProgram(['firefox', 'firefox-esr'])).toBe(wanted);
});

test('returns null if there is none', () => {
  put(first, 'firefox', 0o644);
  expect(findProgram(['firefox'])).toBeNull();
});

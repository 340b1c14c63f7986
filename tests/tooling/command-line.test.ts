import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseCommandLine } from '#scripts/stack/command-line.ts';

const recordings = mkdtempSync(join(tmpdir(), 'candor-recordings-'));
writeFileSync(join(recordings, 'AAPL.csv'), 'date,open,high,low,close,volume\n');
const empty = mkdtempSync(join(tmpdir(), 'candor-empty-'));
afterAll(() => [recordings, empty].forEach((folder) => rmSync(folder, { recursive: true })));

const parse = (...args: string[]) => parseCommandLine(args, tmpdir());

test('without flags the stack runs as configured', () => {
  expect(parse()).toEqual({ kind: 'run', market: { kind: 'configured' }, hot: false, verbose: false });
});

test('--live and --hot go together', () => {
  expect(parse('--live', '--hot')).toMatchObject({ kind: 'run', market: { kind: 'live' }, hot: true });
});

test('a replay’s folder is relative to the caller’s folder', () => {
  const fromThere = parseCommandLine(['--replay', '--data', basename(recordings)], dirname(recordings));
  expect(fromThere).toMatchObject({ market: { kind: 'replay', folder: recordings } });
});

test.each([
  ['an unknown flag', ['--liev'], /--liev/],
  ['a stray word', ['live'], /live/],
  ['--live with --replay', ['--live', '--replay', '--data', recordings], /not both/],
  ['--replay without --data', ['--replay'], /requires --data/],
  ['--data without --replay', ['--data', recordings], /requires --replay/],
  ['a folder that does not exist', ['--replay', '--data', '/no/such/folder'], /not a folder/],
  ['a folder without recordings', ['--replay', '--data', empty], /not a folder with/],
])('%s is refused with a reason', (_title, args, reason) => {
  expect(parse(...args)).toEqual({ kind: 'invalid', message: expect.stringMatching(reason) });
});

test('--help overrides everything else', () => {
  expect(parse('--help', '--replay')).toEqual({ kind: 'help' });
});

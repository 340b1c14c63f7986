/** `npm run bench [-- NAME… --json]`: runs the benches beside this file (all, or the named ones), one after the other. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { migrateLedger } from '../stack/ledger-database.ts';

const SUFFIX = '.bench.ts';
const folder = import.meta.dirname;
const available = readdirSync(folder)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const given = process.argv.slice(2);
const names = given.filter((argument) => !argument.startsWith('--'));
const options = given.filter((argument) => !names.includes(argument));
const unknown = names.filter((name) => !available.includes(name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. Available: ${available.join(', ')}.`);
  process.exit(1);
}
if (!existsSync(`${folder}/node_modules`)) {
  console.log('Installing the packages to compare with. This happens once.');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
}
// A signed-in page syncs its account, whose requests fail without tables.
await migrateLedger();
for (const name of names.length > 0 ? names : available)
  run(process.execPath, [`${name}${SUFFIX}`, ...options]);

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * `npm run deploy [-- wrangler's options]`: migrates the database, builds, and deploys, without confirmation. The first
 * deployment creates the database and migrates it afterwards. With `--dry-run` it builds and prints what would be deployed.
 */
import { spawnSync } from 'node:child_process';
import { fromRoot } from './stack/repository.ts';

const DATABASE = 'RECORD';
const options = process.argv.slice(2);

process.exitCode = main();

function main(): number {
  if (options.includes('--dry-run')) return run(['deploy', ...options], 'inherit');
  const isFirst = run(['d1', 'info', DATABASE], 'ignore') !== 0;
  // Migrations only add, so the old Worker keeps working with the new tables.
  const before = isFirst ? 0 : migrate();
  if (before !== 0) return before;
  const deployed = run(['deploy', ...options], 'inherit');
  return deployed === 0 && isFirst ? migrate() : deployed;
}

function migrate(): number {
  // On a terminal wrangler would ask for confirmation.
  return run(['d1', 'migrations', 'apply', DATABASE, '--remote'], 'inherit', { CI: 'true' });
}

/** Runs wrangler; returns its exit code. */
function run(
  args: readonly string[],
  stdio: 'inherit' | 'ignore',
  env: Readonly<Record<string, string>> = {},
): number {
  const script = fromRoot('node_modules/wrangler/bin/wrangler.js');
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: fromRoot(),
    env: { ...process.env, ...env },
    stdio,
  });
  return status ?? 1;
}

/**
 * `npm run deploy [-- wrangler's options]`: migrates the database, builds, and deploys. The first deployment creates the
 * database, which is migrated after it. Needs no confirmation. With `--dry-run` it builds and prints what would be deployed.
 */
import { spawnSync } from 'node:child_process';
import { fromRoot } from './stack/repository.ts';

const DATABASE = 'RECORD';
const options = process.argv.slice(2);

process.exitCode = main();

function main(): number {
  if (options.includes('--dry-run')) return run(['deploy', ...options], 'inherit');
  const isFirst = run(['d1', 'info', DATABASE], 'ignore') !== 0;
  // Migrations only add: the Worker of before goes on with the tables of the next.
  const before = isFirst ? 0 : migrate();
  if (before !== 0) return before;
  const deployed = run(['deploy', ...options], 'inherit');
  return deployed === 0 && isFirst ? migrate() : deployed;
}

function migrate(): number {
  // On a terminal wrangler would ask whether to apply them.
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

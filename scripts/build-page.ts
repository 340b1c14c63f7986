/** What wrangler runs before it bundles the Worker (`[build]` in `wrangler.toml`). */
import { execFileSync } from 'node:child_process';
import { fromRoot } from './stack/repository.ts';

// A server that is given a finished build (`startWorkerServer`) says so.
if (!process.env['CANDOR_WEB_IS_BUILT']) {
  const vite = fromRoot('node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', ...process.argv.slice(2)], { stdio: 'inherit' });
}

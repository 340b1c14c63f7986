/** What wrangler runs before it bundles the Worker (`[build]` in `wrangler.toml`). */
import { execFileSync } from 'node:child_process';
import { migrateLedger } from './stack/ledger-database.ts';
import { fromRoot } from './stack/repository.ts';

// A local build signs in against the Auth emulator. Whoever starts one says where that is, and migrates the database.
const isLocal = process.env['VITE_FIREBASE_AUTH_EMULATOR'] !== undefined;

// A server that is given a finished build (`startWorkerServer`) says so.
if (process.env['CANDOR_WEB_IS_BUILT'] === undefined) {
  const vite = fromRoot('node_modules/vite/bin/vite.js');
  const mode = isLocal ? ['--mode', 'emulator'] : [];
  execFileSync(process.execPath, [vite, 'build', ...mode], { stdio: 'inherit' });
}

// A plain `npx wrangler dev`: ledger and accounts find their tables.
if (process.env['WRANGLER_COMMAND'] === 'dev' && !isLocal) await migrateLedger();

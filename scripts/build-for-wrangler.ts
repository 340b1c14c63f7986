/** Wrangler's build command, which runs before it bundles the Worker (`[build]` in `wrangler.toml`). */
import { execFileSync } from 'node:child_process';
import { migrateLedger } from './stack/ledger-database.ts';
import { fromRoot } from './stack/repository.ts';

// Set for local builds, which sign in against the Auth emulator; the command that starts one also migrates the database.
const isLocal = process.env['VITE_FIREBASE_AUTH_EMULATOR'] !== undefined;

// `startWorkerServer` sets this if the page is already built.
if (process.env['CANDOR_WEB_IS_BUILT'] === undefined) {
  const vite = fromRoot('node_modules/vite/bin/vite.js');
  const mode = isLocal ? ['--mode', 'emulator'] : [];
  execFileSync(process.execPath, [vite, 'build', ...mode], { stdio: 'inherit' });
}

// Creates the tables of ledger and accounts for a plain `npx wrangler dev`.
if (process.env['WRANGLER_COMMAND'] === 'dev' && !isLocal) await migrateLedger();

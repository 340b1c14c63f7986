/** Builds the service worker and writes the list of the build's files into it. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { SNAPSHOT_VERSION } from './worker/contract/snapshot-codec.ts';

/** The API page is as large as five others. Offline, the app shell shows it with its script. */
const NOT_STORED = new Set(['404.html', 'api.html']);

/** Builds `service-worker.js`, apart from the page since it must be one file, once the page's files are written. */
export function precache(root: string): Plugin {
  return {
    name: 'candor:precache',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      const [names, assets] = await Promise.all([
        readdir(dir, { recursive: true }),
        readdir(join(dir, 'assets')),
      ]);
      const htmlFiles = names.filter((name) => name.endsWith('.html') && !NOT_STORED.has(name)).toSorted();
      const documents = htmlFiles.map((name) => `/${name === 'index.html' ? '' : name.slice(0, -5)}`);
      const files = assets.toSorted().map((name) => `/assets/${name}`);
      const id = createHash('sha256').update(files.join());
      for (const name of htmlFiles) {
        id.update(await readFile(join(dir, name)));
      }
      const list = JSON.stringify({
        id: id.digest('base64url').slice(0, 12),
        documents,
        files,
        version: SNAPSHOT_VERSION,
      });
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2023',
          rolldownOptions: {
            input: resolve(root, 'service-worker/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
      const worker = join(dir, 'service-worker.js');
      const code = await readFile(worker, 'utf8');
      const filled = code.replace(/(["'`])__BUILD__\1/, () => JSON.stringify(list));
      if (filled === code) throw new Error('the service worker has no placeholder for the build');
      await writeFile(worker, filled);
    },
  };
}

/** Tells the service worker which files the build consists of. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Replaces the placeholder in `service-worker.js` by the names of all documents and files, once they are written. */
export function precache(): Plugin {
  return {
    name: 'candor:precache',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      const [pages, assets] = await Promise.all([readdir(dir), readdir(join(dir, 'assets'))]);
      const htmlFiles = pages.filter((name) => name.endsWith('.html') && name !== '404.html').toSorted();
      const documents = htmlFiles.map((name) => `/${name === 'index.html' ? '' : name.slice(0, -5)}`);
      const files = assets.toSorted().map((name) => `/assets/${name}`);
      const id = createHash('sha256').update(files.join());
      for (const name of htmlFiles) {
        id.update(await readFile(join(dir, name)));
      }
      const build = JSON.stringify({ id: id.digest('base64url').slice(0, 12), documents, files });
      const worker = join(dir, 'service-worker.js');
      const code = await readFile(worker, 'utf8');
      const filled = code.replace(/(["'`])__BUILD__\1/, () => JSON.stringify(build));
      if (filled === code) throw new Error('the service worker has no placeholder for the build');
      await writeFile(worker, filled);
    },
  };
}

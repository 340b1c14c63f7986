/** Writes the list of the build's files into the service worker. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { DEFAULT_HORIZON_DAYS, DEFAULT_TICKER, HORIZON_OPTIONS_DAYS, TICKER_GRAMMAR } from '#compute';
import type { ListingRules } from './web/service-worker/first-screens.ts';
import { SNAPSHOT_VERSION } from './worker/contract/stock-contract.ts';
import sampleListings from './worker/providers/sample/listings.json' with { type: 'json' };

/** The service worker is one file, which shares no code with the page. */
const LISTINGS: ListingRules = {
  tickerGrammar: TICKER_GRAMMAR,
  defaultTicker: DEFAULT_TICKER,
  horizons: HORIZON_OPTIONS_DAYS,
  defaultDays: DEFAULT_HORIZON_DAYS,
  demoTickers: sampleListings.map(({ symbol }) => symbol),
  version: SNAPSHOT_VERSION,
};

/** Replaces the placeholder in `service-worker.js` with the list of the build's files, once these are written. */
export function precache(): Plugin {
  return {
    name: 'candor:precache',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      const [names, assets] = await Promise.all([
        readdir(dir, { recursive: true }),
        readdir(join(dir, 'assets')),
      ]);
      const htmlFiles = names.filter((name) => name.endsWith('.html') && name !== '404.html').toSorted();
      const documents = htmlFiles.map((name) => `/${name === 'index.html' ? '' : name.slice(0, -5)}`);
      const files = assets.toSorted().map((name) => `/assets/${name}`);
      const id = createHash('sha256').update(files.join());
      for (const name of htmlFiles) {
        id.update(await readFile(join(dir, name)));
      }
      const build = JSON.stringify({
        id: id.digest('base64url').slice(0, 12),
        documents,
        files,
        listings: LISTINGS,
      });
      const worker = join(dir, 'service-worker.js');
      const code = await readFile(worker, 'utf8');
      const filled = code.replace(/(["'`])__BUILD__\1/, () => JSON.stringify(build));
      if (filled === code) throw new Error('the service worker has no placeholder for the build');
      await writeFile(worker, filled);
    },
  };
}

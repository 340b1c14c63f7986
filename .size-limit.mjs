/**
 * Bundle budgets (DESIGN section 12), gzipped bytes of the built page and Worker. What a page costs is its chunk and every
 * file that this imports: a list of names would go on measuring old ones when the build cuts its chunks another way.
 */
import { readdirSync, readFileSync } from 'node:fs';

const ASSETS = 'dist/web/assets/';

function chunk(name) {
  const found = readdirSync(ASSETS).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  if (found.length !== 1) throw new Error(`${found.length} chunks are named ${name}`);
  return found[0];
}

/** The files that must be there before the chunk runs, itself among them. */
function filesOf(name) {
  const files = new Set([chunk(name)]);
  for (const file of files) {
    const source = readFileSync(ASSETS + file, 'utf8');
    for (const [, imported] of source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) files.add(imported);
  }
  return files;
}

function budget(name, files, limit) {
  return { name, path: [...files].map((file) => ASSETS + file), limit: `${limit} B`, gzip: true };
}

const KIB = 1024;
const entry = filesOf('index');
const home = filesOf('home-page');
const stock = filesOf('stock-page');
const report = filesOf('stock-report');

export default [
  budget('Home: entry', entry, 78 * KIB),
  budget('Home: page', home.difference(entry), 10 * KIB),
  budget('Stock page: entry and page', stock, 105 * KIB),
  budget('Stock page: charts and cards', report.difference(stock), 39 * KIB),
  budget('Sign-in code (Firebase)', filesOf('firebase-auth').difference(entry), 30 * KIB),
  budget('Compute in the browser worker', [chunk('compute.worker')], 16 * KIB),
  { name: 'Worker script', path: 'dist/worker/index.js', limit: `${60 * KIB} B`, gzip: true },
];

/** Size budgets: gzipped bytes of the built pages and of the Worker. */
import { readdirSync, readFileSync } from 'node:fs';

const WEB = 'dist/test/web/';
const KIB = 1024;

/** The built script of this name, which must be unique. */
function script(name) {
  const found = readdirSync(`${WEB}assets`).filter(
    (file) => file.startsWith(`${name}-`) && file.endsWith('.js'),
  );
  if (found.length !== 1) throw new Error(`${found.length} scripts are named ${name}`);
  return `assets/${found[0]}`;
}

/** The files and all scripts that they import, at any depth. */
function withImports(files) {
  const all = new Set(files);
  for (const file of all) {
    if (!file.endsWith('.js')) continue;
    const source = readFileSync(WEB + file, 'utf8');
    for (const [, name] of source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) all.add(`assets/${name}`);
  }
  return all;
}

/** A document and everything that it loads itself. */
function documentFiles(name) {
  const html = readFileSync(WEB + name, 'utf8');
  return withImports([name, ...(html.match(/assets\/[\w.-]+\.(?:js|css)/g) ?? [])]);
}

function budget(name, files, limitKib) {
  return { name, path: [...files].map((file) => WEB + file), limit: `${limitKib * KIB} B`, gzip: true };
}

const entry = withImports([script('index')]);
export default [
  budget('Home: entry', entry, 84),
  budget('Analysis page: before its chart', documentFiles('shell/prediction.html'), 177),
  { name: 'Worker script', path: 'dist/test/worker/index.js', limit: `${135 * KIB} B`, gzip: true },
];

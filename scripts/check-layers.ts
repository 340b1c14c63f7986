/** `npm run layers`: fails on upward and sideways imports between folders of `compute/`, `worker/` and `web/`, and on atoms with promises. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Layers from bottom to top. A file may import from its own folder and from lower layers. Folders of one layer must not import
 * each other, nor may features.
 */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  compute: [
    ['common', 'sentiment'],
    ['dates'],
    ['format', 'symbols'],
    ['prices'],
    ['columns.ts', 'sessions'],
    ['indicators'],
    ['forecast'],
    ['back-test'],
    ['portfolio', 'signals'],
    ['ledger', 'analysis.ts'],
    ['as-of', 'chart'],
    ['words'],
    ['index.ts'],
  ],
  worker: [
    ['contract', 'first-screen', 'resilience'],
    ['failure.ts', 'config.ts', 'body.ts', 'sql.ts'],
    ['cache', 'providers'],
    ['dates'],
    ['snapshot', 'ledger'],
    ['alerts'],
    ['account'],
    ['services.ts'],
    ['http'],
    ['pages'],
    ['routes'],
    ['app.ts', 'scheduled.ts'],
    ['index.ts'],
  ],
  web: [['store.ts'], ['shared'], ['features'], ['app', 'service-worker']],
  'web/shared': [
    ['sha256.ts'],
    ['browser', 'offthread'],
    ['sign-in'],
    ['api'],
    ['ui'],
    ['user'],
    ['format'],
    ['charts', 'dates', 'illustration', 'journal', 'search', 'sync'],
    ['alerts', 'export', 'import'],
  ],
};

const IMPORT = /(?:from|import|import\()\s*'(\.\.?\/[^']+)'/g;

/** The entry points; any other `#` path is for tests, which may reach into every file. */
const DEEP_ALIAS =
  /(?:from|import|import\()\s*'#(?!compute'|worker\/(?:contract|snapshot|first-screen)')[^']+'/g;

/** Awaited data belongs in the query cache. */
const PROMISE_ATOM = /\batom(?:<Promise|\(\s*async)/;

/** A path's folder or file, and its layer; -1 if it has none. */
function placeOf(path: string, layers: readonly (readonly string[])[]) {
  const [top = '', below] = path.split('/');
  const layer = layers.findIndex((names) => names.includes(top));
  return { name: top === 'features' ? `${top}/${below}` : top, layer };
}

const deepAliases = globSync('{compute,worker,web}/**/*.{ts,tsx,mdx}').flatMap((file) =>
  Array.from(readFileSync(file, 'utf8').matchAll(DEEP_ALIAS), ([path]) => `${file} must not ${path}`),
);

const problems = Object.entries(LAYERS).flatMap(([root, layers]) =>
  globSync(`${root}/**/*.{ts,tsx,mdx}`).flatMap((file) => {
    const own = placeOf(relative(root, file), layers);
    const source = readFileSync(file, 'utf8');
    const imports = Array.from(source.matchAll(IMPORT), ([, target = '']) =>
      join(dirname(file), target),
    ).filter((path) => path.startsWith(`${root}/`) || !root.includes('/'));
    const promises = PROMISE_ATOM.test(source) ? [`${file} must not hold a promise in an atom`] : [];
    const upwards = imports.flatMap((path) => {
      const other = placeOf(relative(root, path), layers);
      const isAllowed = own.name === other.name || (other.layer !== -1 && other.layer < own.layer);
      return isAllowed ? [] : [`${file} must not import ${path}`];
    });
    return [...upwards, ...promises];
  }),
);

for (const problem of [...problems, ...deepAliases]) console.error(problem);
if (problems.length + deepAliases.length > 0) process.exitCode = 1;

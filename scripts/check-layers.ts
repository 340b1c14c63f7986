/** Refuses imports upwards and sideways between the folders of `worker/` and `web/`. Part of `npm run check`. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * From the bottom to the top. A file imports from its own folder and from the layers before its own; folders of one layer do
 * not import each other, nor do features.
 */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  worker: [
    ['contract', 'resilience'],
    ['failure.ts', 'config.ts', 'body.ts', 'chunks-of.ts', 'sha256.ts', 'sql.ts'],
    ['cache', 'providers'],
    ['snapshot', 'ledger', 'dates'],
    ['alerts'],
    ['account'],
    ['services.ts'],
    ['http'],
    ['pages'],
    ['routes'],
    ['app.ts', 'scheduled.ts'],
    ['index.ts'],
  ],
  web: [['shared'], ['features'], ['app', 'service-worker']],
};

const IMPORT = /(?:from|import|import\()\s*'(\.\.?\/[^']+)'/g;

/** The folder or file that a path belongs to, and its layer: -1 without one. */
function placeOf(path: string, layers: readonly (readonly string[])[]) {
  const [top = '', below] = path.split('/');
  const layer = layers.findIndex((names) => names.includes(top));
  return { name: top === 'features' ? `${top}/${below}` : top, layer };
}

const problems = Object.entries(LAYERS).flatMap(([root, layers]) =>
  globSync(`${root}/**/*.{ts,tsx}`).flatMap((file) => {
    const own = placeOf(relative(root, file), layers);
    const imports = Array.from(readFileSync(file, 'utf8').matchAll(IMPORT), ([, target = '']) => target);
    return imports.flatMap((target) => {
      const path = join(dirname(file), target);
      const other = placeOf(relative(root, path), layers);
      const isAllowed = own.name === other.name || (other.layer !== -1 && other.layer < own.layer);
      return isAllowed ? [] : [`${file} must not import ${path}`];
    });
  }),
);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** Sizes of what is built: `npm run size` as figures, and the chart code by itself, which no chunk holds alone. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { fromRoot } from '../stack/repository.ts';
import { startRun } from './report/bench-run.ts';

const CHARTS = 'Charts: web/shared/chart with uPlot';
const CHARTS_FOLDER = 'web/shared/chart';
const NOT_CHARTS = /^(?:\.\.\/|react|#compute|lucide-react)/;

interface SizeLimitRow {
  readonly name: string;
  readonly size: number;
}

const finish = startRun('sizes');
const kib = { ...builtSizes(), [CHARTS]: await chartsKib() };
finish({
  tables: [
    {
      title: 'What a page loads, with everything that it imports',
      rows: Object.fromEntries(
        Object.entries(kib).map(([name, size]) => [name, { 'KiB gzip': size.toFixed(1) }]),
      ),
    },
  ],
  figures: { ...kib, charts: kib[CHARTS] },
});

/** KiB by the names of `.size-limit.mjs`, freshly built. */
function builtSizes(): Record<string, number> {
  npm('run', '--silent', 'build:worker');
  const rows = JSON.parse(npm('exec', '--', 'size-limit', '--json')) as readonly SizeLimitRow[];
  return Object.fromEntries(rows.map(({ name, size }) => [name, size / 1024]));
}

function npm(...args: readonly string[]): string {
  return execFileSync('npm', args, {
    cwd: fromRoot('.'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Everything of the charts but React and what they share with the rest of the page. */
async function chartsKib(): Promise<number> {
  const modules = readdirSync(fromRoot(CHARTS_FOLDER)).filter((file) => /\.tsx?$/.test(file));
  const { outputFiles } = await build({
    stdin: {
      contents: modules.map((file) => `export * from './${file}';`).join('\n'),
      resolveDir: fromRoot(CHARTS_FOLDER),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    outdir: 'charts',
    jsx: 'automatic',
    plugins: [
      {
        name: 'charts only',
        setup: ({ onResolve }) => onResolve({ filter: NOT_CHARTS }, ({ path }) => ({ path, external: true })),
      },
    ],
  });
  const script = outputFiles.find(({ path }) => path.endsWith('.js'));
  if (!script) throw new Error('The charts could not be bundled.');
  return gzipSync(script.contents, { level: 9 }).length / 1024;
}

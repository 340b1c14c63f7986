import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/stack/repository.ts';

interface Edge {
  readonly title: string;
  readonly file: string;
  readonly from: string;
}

const FORBIDDEN: readonly Edge[] = [
  { title: 'compute → worker', file: 'compute/a.ts', from: '../worker/contract/contract.ts' },
  { title: 'compute → worker by its alias', file: 'compute/b.ts', from: '#worker/contract' },
  { title: 'compute → web', file: 'compute/forecast/c.ts', from: '../../web/shared/format/number-format.ts' },
  { title: 'compute → a package', file: 'compute/d.ts', from: 'valibot' },
  { title: 'worker → web', file: 'worker/routes/a.ts', from: '../../web/shared/format/number-format.ts' },
  { title: 'worker → compute past its entry point', file: 'worker/b.ts', from: '../compute/result.ts' },
  { title: 'web/app → worker beyond the contract', file: 'web/app/a.ts', from: '#worker/app' },
  { title: 'web/app → worker by path', file: 'web/app/b.ts', from: '../../worker/app.ts' },
  { title: 'web/app → compute past its entry point', file: 'web/app/c.ts', from: '../../compute/result.ts' },
  {
    title: 'a feature → worker beyond the contract',
    file: 'web/features/stock/a.ts',
    from: '#worker/http/errors',
  },
  { title: 'a feature → another feature', file: 'web/features/stock/b.ts', from: '../auth/login-page.tsx' },
  {
    title: 'a feature → another feature by a longer way',
    file: 'web/features/stock/c.ts',
    from: '../../features/auth/login-page.tsx',
  },
  { title: 'a feature → app', file: 'web/features/stock/d.ts', from: '../../app/routes.tsx' },
  { title: 'shared → a feature', file: 'web/shared/ui/a.ts', from: '../../features/stock/use-listing.ts' },
  { title: 'shared → app', file: 'web/shared/ui/b.ts', from: '../../app/routes.tsx' },
  { title: 'shared → worker beyond the contract', file: 'web/shared/api/c.ts', from: '#worker/app' },
  {
    title: 'shared → the contract past its entry point',
    file: 'web/shared/api/d.ts',
    from: '../../../worker/contract/contract.ts',
  },
  {
    title: 'shared → a neighbour of the contract',
    file: 'web/shared/api/e.ts',
    from: '#worker/contract-schemas',
  },
  { title: 'shared → a name like the contract', file: 'web/shared/api/f.ts', from: '#worker/config' },
  { title: 'resilience → another folder', file: 'worker/resilience/a.ts', from: '../http/errors.ts' },
  { title: 'resilience → compute', file: 'worker/resilience/b.ts', from: '#compute' },
  { title: 'cache → providers', file: 'worker/cache/a.ts', from: '../providers/market-data.ts' },
  { title: 'cache → snapshot', file: 'worker/cache/b.ts', from: '../snapshot/snapshot.ts' },
  { title: 'cache → web', file: 'worker/cache/c.ts', from: '../../web/shared/format/number-format.ts' },
  { title: 'providers → cache', file: 'worker/providers/a.ts', from: '../cache/read-through.ts' },
  { title: 'a provider → cache', file: 'worker/providers/yahoo/a.ts', from: '../../cache/read-through.ts' },
  { title: 'providers → routes', file: 'worker/providers/b.ts', from: '../routes/listings.ts' },
  { title: 'contract → another folder', file: 'worker/contract/a.ts', from: '../http/params.ts' },
  { title: 'http → routes', file: 'worker/http/a.ts', from: '../routes/listings.ts' },
  { title: 'snapshot → ledger', file: 'worker/snapshot/a.ts', from: '../ledger/job.ts' },
];

const ALLOWED: readonly Edge[] = [
  { title: 'compute → its own files', file: 'compute/forecast/ok.ts', from: '../result.ts' },
  { title: 'worker → compute by its entry point', file: 'worker/routes/ok.ts', from: '#compute' },
  { title: 'cache → resilience', file: 'worker/cache/ok.ts', from: '../resilience/single-flight.ts' },
  { title: 'providers → resilience', file: 'worker/providers/ok.ts', from: '../resilience/breaker.ts' },
  { title: 'snapshot → cache', file: 'worker/snapshot/ok.ts', from: '../cache/entry.ts' },
  { title: 'contract → compute', file: 'worker/contract/ok.ts', from: '#compute' },
  { title: 'routes → cache', file: 'worker/routes/ok-cache.ts', from: '../cache/entry.ts' },
  { title: 'a feature → its own files', file: 'web/features/stock/ok.ts', from: './use-listing.ts' },
  { title: 'a feature → shared', file: 'web/features/stock/ok-shared.ts', from: '../../shared/ui/card.tsx' },
  { title: 'shared → the contract', file: 'web/shared/api/ok.ts', from: '#worker/contract' },
  { title: 'app → a feature', file: 'web/app/ok.ts', from: '../features/stock/stock-page.tsx' },
];

/** Two files that know each other by a type alone. */
const CIRCLE: readonly Edge[] = [
  { title: 'one way', file: 'worker/circle-a.ts', from: './circle-b.ts' },
  { title: 'and back', file: 'worker/circle-b.ts', from: './circle-a.ts' },
];

let folder = '';
let violations: ReadonlyMap<string, string> = new Map();

// The configuration's folders are relative to it, so a copy of it fences a copy of the tree: the real one stays untouched.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-fences-'));
  await cp(fromRoot('.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  await Promise.all([...FORBIDDEN, ...ALLOWED, ...CIRCLE].map(writeProbe));
  violations = await lintViolations();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(FORBIDDEN)('the lint refuses $title', ({ file }) => {
  expect(violations.get(file)).toContain('no-restricted-imports');
});

test.each(ALLOWED)('the lint accepts $title', ({ file }) => {
  expect(violations.has(file)).toBe(false);
});

test('the lint refuses an import circle of types', () => {
  expect(CIRCLE.map(({ file }) => violations.get(file))).toEqual(['import(no-cycle)', 'import(no-cycle)']);
});

async function writeProbe({ file, from }: Edge): Promise<void> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `import type { Probe } from '${from}';\nexport type { Probe };\n`);
}

interface OxlintReport {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

/** The rule that refused an import, by file. */
function lintViolations(): Promise<ReadonlyMap<string, string>> {
  const oxlint = fromRoot('node_modules/oxlint/bin/oxlint');
  return new Promise((resolve, reject) => {
    // A violation is a non-zero exit: only missing output is a failure.
    execFile(process.execPath, [oxlint, '--format=json'], { cwd: folder }, (cause, stdout) => {
      if (stdout === '') return reject(cause ?? new Error('oxlint printed nothing'));
      const { diagnostics } = JSON.parse(stdout) as OxlintReport;
      const ofImports = diagnostics.filter(({ code }) => /no-restricted-imports|no-cycle/.test(code));
      return resolve(new Map(ofImports.map(({ filename, code }) => [filename, code])));
    });
  });
}

/** What the documents name exists: paths, tests, commands, log events. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/stack/repository.ts';
import { namesInExample } from '../../scripts/stack/setting-checks.ts';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'compute/README.md',
  'scripts/forecast/README.md',
  'docs/deploy.md',
  'docs/runbook.md',
  'docs/design.md',
  'docs/fault-matrix.md',
  'docs/performance.md',
  'docs/spec-coverage.md',
  ...filesBelow('docs/decisions', '.md'),
];
const TEST_ENDINGS = ['.test.ts', '.test.tsx', '.spec.ts'];

const text = (path: string) => readFileSync(fromRoot(path), 'utf8');
const isFolderOf = (tops: string) => new RegExp(`^(?:${tops})/[\\w./-]*$`);

/** What stands in backticks, outside of code blocks. */
function quoted(document: string): string[] {
  const prose = text(document).replaceAll(/```.*?```/gs, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, inner = '']) => inner);
}

/** The files below a folder that end so, relative to the root. */
function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path));
}

function isTest(name: string): boolean {
  return TEST_ENDINGS.some((ending) => existsSync(fromRoot('tests', name + ending)));
}

test.each(DOCUMENTS)('%s names paths that exist', (document) => {
  const isPath = isFolderOf('web|worker|compute|scripts|tests|docs');
  // NAME stands for the reader's own.
  const paths = quoted(document).filter((name) => isPath.test(name) && !name.includes('NAME'));
  expect(paths.filter((path) => !existsSync(fromRoot(path)) && !isTest(path))).toEqual([]);
});

test.each(DOCUMENTS)('%s links to files that exist', (document) => {
  const targets = [...text(document).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(
    ([, target = '']) => target,
  );
  const missing = targets.filter((target) => !existsSync(fromRoot(dirname(document), target)));
  expect(missing).toEqual([]);
});

test.each(DOCUMENTS)('%s names commands that exist', (document) => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Readonly<Record<string, string>> };
  const commands = [...text(document).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});

test('every proof of the specification is a test, and every row has one', () => {
  const rows = text('docs/spec-coverage.md')
    .split('\n')
    .filter((line) => /^\| (?!Sentence|Constant|---)/.test(line))
    .map((line) => line.split(' | ').at(-1) ?? '');
  expect(rows.length).toBeGreaterThan(80);
  const proofs = rows.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  expect(proofs.filter((names) => names.length === 0)).toEqual([]);
  expect(proofs.flat().filter((name) => !isTest(name))).toEqual([]);
});

test('the list of browser tests names every spec', () => {
  const named = new Set(quoted('tests/e2e/README.md'));
  const specs = filesBelow('tests/e2e', '.spec.ts').map((path) => basename(path, '.spec.ts'));
  expect(specs.filter((name) => !named.has(name))).toEqual([]);
});

test('the README names every folder of the Worker', () => {
  const named = new Set(
    quoted('README.md').flatMap((name) => /^(?:worker\/)?([\w-]+)\/$/.exec(name)?.[1] ?? []),
  );
  const folders = readdirSync(fromRoot('worker'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.filter((name) => !named.has(name))).toEqual([]);
});

test('the runbook explains every event that the Worker logs, and no other', () => {
  const sources = filesBelow('worker', '.ts').map(text).join('\n');
  const logged = [...sources.matchAll(/event: '([a-z_]+)'|logFault\('([a-z_]+)'/g)].map(
    ([, event, fault]) => event ?? fault,
  );
  const rows = [...text('docs/runbook.md').matchAll(/^\| (`[a-z_]+`[^|]*)\|/gm)].map(([, cell]) => cell);
  const explained = [...rows.join().matchAll(/`([a-z_]+)`/g)].map(([, event]) => event);
  expect([...new Set(explained)].filter((name) => name !== 'event').sort()).toEqual(
    [...new Set(logged)].sort(),
  );
});

test('the table of settings names what the example file names, and nothing else', () => {
  const settings = /## Settings\n([\s\S]*?)\n## /.exec(text('README.md'))?.[1] ?? '';
  const rows = [...settings.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, names]) => names);
  const described = [...rows.join().matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
  expect(described.toSorted()).toEqual(namesInExample(text('.dev.vars.example')).toSorted());
});

test('the README names the model that is shipped', () => {
  const source = text('compute/forecast/forecast.ts');
  const [, model] = /const MODEL = '(.+)'/.exec(source) ?? [];
  const [, version] = /const MODEL_VERSION = '(.+)'/.exec(source) ?? [];
  expect(text('README.md')).toContain(`(\`${model}\` ${version})`);
});

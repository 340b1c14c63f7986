import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../stack/repository.ts';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;
const RULE = '-'.repeat(80);

/** The notices that the shipped packages' licences require: all packages, then each licence text once, below its packages. */
export function thirdPartyNotices(): string {
  const packages = shippedPackages();
  const byText = new Map<string, string[]>();
  for (const shipped of packages) {
    for (const text of licenceTexts(shipped)) {
      byText.set(text, [...(byText.get(text) ?? []), `${shipped.name}@${shipped.version}`]);
    }
  }
  return [
    'Candor is built on the work of others. It contains, or was built with, these packages:',
    '',
    ...packages.map(({ name, version, license }) => `${name}@${version}: ${license ?? 'no license stated'}`),
    '',
    'The dates on which exchanges trade come from exchange_calendars (Apache-2.0,',
    'https://github.com/gerrymanoim/exchange_calendars), mended by hand where public reports say otherwise.',
    '',
    ...[...byText].flatMap(([text, names]) => [RULE, names.join(', '), '', text, '']),
  ].join('\n');
}

function licenceTexts({ path }: Shipped): readonly string[] {
  const folder = fromRoot(path);
  return readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
}

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** An installed package. `license` is an SPDX expression; `null` if the package states none. */
interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly license: string | null;
  /** Folder relative to the repository's root. */
  readonly path: string;
}

const FOLDER = 'node_modules/';

/** All packages that `dependencies` bring in, by name: at least what the bundles contain. */
export function shippedPackages(): Shipped[] {
  const lockfile = readFileSync(fromRoot('package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as { readonly packages: LockedPackages };
  return [...shippedPaths(packages)]
    .map((path) => ({
      name: nameOf(path),
      version: packages[path]?.version ?? '',
      license: packages[path]?.license ?? null,
      path,
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Packages by their path in the lockfile. */
function shippedPaths(packages: LockedPackages): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (from: string) => {
    for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
      const path = resolved(packages, from, name);
      if (reached.has(path)) continue;
      reached.add(path);
      visit(path);
    }
  };
  visit('');
  return reached;
}

/** Resolves a package as Node does: from the nearest `node_modules` upwards. */
function resolved(packages: LockedPackages, from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf(`/${FOLDER}`), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`;
    if (path in packages) return path;
    if (folder === '')
      throw new RangeError(`the lockfile lacks ${name}, required by ${from || 'package.json'}`);
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
}

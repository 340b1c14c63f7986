/** What package-lock.json says about the packages of an install. */
import { readFileSync } from 'node:fs';
import { fromRoot } from '../stack/repository.ts';

/** SPDX names that allow shipping in a product under MIT with no more than a notice. OFL-1.1 is for fonts. */
export const ACCEPTED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]);

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly hasInstallScript?: true;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** A package as it is installed. `license` is an SPDX expression, `null` when the package states none. */
export interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly license: string | null;
  /** Its folder, from the root of the repository. */
  readonly path: string;
}

const FOLDER = 'node_modules/';

function readLockfile(): Lockfile {
  return JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')) as Lockfile;
}

/** Everything that our `dependencies` bring in, by name: at least what the bundles contain. */
export function shippedPackages(): Shipped[] {
  const { packages } = readLockfile();
  return [...shippedPaths(packages)]
    .map((path) => ({
      name: nameOf(path),
      version: packages[path]?.version ?? '',
      license: packages[path]?.license ?? null,
      path,
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Their path in the lockfile. */
function shippedPaths(packages: Lockfile['packages']): ReadonlySet<string> {
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

/** Names of the packages that would run a script of their own when they are installed. */
export function packagesWithInstallScripts(): string[] {
  const scripted = Object.entries(readLockfile().packages).filter(([, entry]) => entry.hasInstallScript);
  return [...new Set(scripted.map(([path]) => nameOf(path)))].sort();
}

/** Where Node finds a package from another one's folder: the nearest `node_modules` upwards. */
function resolved(packages: Lockfile['packages'], from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf(`/${FOLDER}`), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`;
    if (path in packages) return path;
    if (folder === '') throw new RangeError(`the lockfile does not have ${name}, which ${from || 'we'} need`);
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
}

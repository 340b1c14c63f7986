import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '#scripts/stack/repository.ts';
import { shippedPackages } from '#scripts/supply-chain/third-party-notices.ts';

/** SPDX names of licences that require only a notice in an MIT product. OFL-1.1 is for fonts. */
const ACCEPTED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]);

interface Locked {
  readonly integrity?: string;
  readonly inBundle?: true;
  readonly hasInstallScript?: true;
}

const { packages } = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const manifest = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};

test('every shipped package states an accepted licence', () => {
  const shipped = shippedPackages();
  const names = shipped.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  expect(shipped.filter(({ license }) => license === null || !ACCEPTED_LICENCES.has(license))).toEqual([]);
});

test('the list of install scripts has exactly the packages with one', () => {
  const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
  const names = scripted.map((path) => path.replace(/^.*node_modules\//, ''));
  expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(names)].sort());
});

test('every version is pinned, and every package in the lockfile has a hash', () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  // Aliases must also name an exact version.
  const pinned = /^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
  expect(versions.filter((version) => !pinned.test(version))).toEqual([]);
  const unchecked = Object.entries(packages)
    .filter(([path, { integrity, inBundle }]) => path !== '' && inBundle !== true && integrity === undefined)
    .map(([path]) => path);
  expect(unchecked).toEqual([]);
});

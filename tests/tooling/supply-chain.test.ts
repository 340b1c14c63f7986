import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/stack/repository.ts';
import {
  ACCEPTED_LICENCES,
  packagesWithInstallScripts,
  shippedPackages,
} from '../../scripts/supply-chain/lockfile.ts';

const manifest = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};

test('every package that ships states a licence that we accept', () => {
  const shipped = shippedPackages();
  const names = shipped.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  expect(shipped.filter(({ license }) => license === null || !ACCEPTED_LICENCES.has(license))).toEqual([]);
});

test('the list of install scripts names every package that has one, and no other', () => {
  expect(Object.keys(manifest.allowScripts).sort()).toEqual(packagesWithInstallScripts());
});

test('every version is pinned, and every package of the lockfile is checked by its hash', () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  // An alias names another package at an exact version.
  const pinned = /^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
  expect(versions.filter((version) => !pinned.test(version))).toEqual([]);
  const { packages } = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly inBundle?: true }>>;
  };
  const unchecked = Object.entries(packages)
    .filter(([path, { integrity, inBundle }]) => path !== '' && inBundle !== true && integrity === undefined)
    .map(([path]) => path);
  expect(unchecked).toEqual([]);
});

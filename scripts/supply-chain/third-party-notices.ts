import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../stack/repository.ts';
import { shippedPackages } from './lockfile.ts';
import type { Shipped } from './lockfile.ts';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;
const RULE = '-'.repeat(80);

/**
 * The notices that the licences of the shipped packages ask for: every package with its licence, then each licence text
 * once, below the packages that come with it.
 */
export function thirdPartyNotices(): string {
  const packages = shippedPackages();
  const byText = new Map<string, string[]>();
  for (const shipped of packages) {
    for (const text of licenceTexts(shipped)) {
      byText.set(text, [...(byText.get(text) ?? []), `${shipped.name}@${shipped.version}`]);
    }
  }
  return [
    'Candor is made with the work of others. These packages are in it, or in what it was built from:',
    '',
    ...packages.map(({ name, version, license }) => `${name}@${version}: ${license ?? 'no licence stated'}`),
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

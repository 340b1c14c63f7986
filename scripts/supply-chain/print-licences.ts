/** `npm run licences`: the licences of what ships. Exits 1 when one is not accepted. */
import { ACCEPTED_LICENCES, shippedPackages } from './lockfile.ts';

const shipped = shippedPackages();
const licences = new Set(shipped.map(({ license }) => license ?? 'none stated'));
for (const licence of [...licences].sort()) {
  const packages = shipped.filter(({ license }) => (license ?? 'none stated') === licence);
  const names = packages.map(({ name, version }) => `${name}@${version}`).join(', ');
  const mark = ACCEPTED_LICENCES.has(licence) ? '' : ' NOT ACCEPTED';
  console.log(`${licence}${mark} (${packages.length})\n  ${names}`);
  if (mark !== '') process.exitCode = 1;
}
console.log(`${shipped.length} packages`);

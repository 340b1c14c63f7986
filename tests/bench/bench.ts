/** `npm run bench [-- NAME…]`: runs the benches beside this file (all, or those named), one after the other. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const SUFFIX = '.bench.ts';
const available = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !available.includes(name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${available.join(', ')}.`);
  process.exit(1);
}
for (const name of wanted.length > 0 ? wanted : available) {
  const { status } = spawnSync(process.execPath, [`${import.meta.dirname}/${name}${SUFFIX}`], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

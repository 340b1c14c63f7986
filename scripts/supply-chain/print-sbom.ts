/**
 * `npm run sbom`: the bill of materials of what ships, CycloneDX. `npm sbom --omit dev` would leave out whatever a
 * development dependency needs as well, React and Hono among them; so npm gets a project that has no such dependencies.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedLockfile } from './lockfile.ts';

const temporary = mkdtempSync(join(tmpdir(), 'candor-sbom-'));
// npm names the project after its folder.
const project = join(temporary, 'candor');
try {
  const lockfile = shippedLockfile();
  mkdirSync(project);
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lockfile));
  writeFileSync(join(project, 'package.json'), JSON.stringify(lockfile.packages['']));
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  process.exitCode = spawnSync('npm', args, { cwd: project, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(temporary, { recursive: true });
}

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollUntil, startProcess } from '#scripts/stack/processes.ts';
import { describeTakenPorts } from '#scripts/stack/ports.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-processes-'));
  await writeFile(
    join(folder, 'child.mjs'),
    `console.log('child', process.pid); setInterval(() => {}, 1000);`,
  );
  // Ignores SIGTERM, like a server that hangs while stopping. Its child is in the same group.
  await writeFile(
    join(folder, 'parent.mjs'),
    `import { spawn } from 'node:child_process';
     process.on('SIGTERM', () => {});
     spawn(process.execPath, [${JSON.stringify(join(folder, 'child.mjs'))}], { stdio: 'inherit' });
     setInterval(() => {}, 1000);`,
  );
  await writeFile(join(folder, 'fails.mjs'), `console.error('no such setting'); process.exit(3);`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('stopping a process also ends its children, even if it ignores SIGTERM', async () => {
  let childId = 0;
  const parent = startProcess({
    name: 'The parent',
    script: join(folder, 'parent.mjs'),
    args: [],
    onLine: (line) => (childId = Number(line.split(' ')[1])),
  });
  await pollUntil(() => childId > 0, { everyMs: 20, timeoutMs: 10_000 });
  expect(isAlive(childId)).toBe(true);
  await parent.stop(100);
  expect(await parent.ended).toContain('SIGKILL');
  expect(await pollUntil(() => !isAlive(childId), { everyMs: 20, timeoutMs: 2_000 })).toBe(true);
  await parent.stop();
}, 20_000);

test('a crash of the parent leaves nothing running', async () => {
  const script = `
    import { startProcess } from ${JSON.stringify(new URL('../../scripts/stack/processes.ts', import.meta.url).href)};
    startProcess({ name: 'The child', script: ${JSON.stringify(join(folder, 'child.mjs'))}, args: [], onLine: (line) => {
      console.log(line);
      throw new Error('unexpected');
    } });`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  const childId = Number(stdout.split(' ')[1]);
  expect(childId).toBeGreaterThan(0);
  expect(await pollUntil(() => !isAlive(childId), { everyMs: 20, timeoutMs: 15_000 })).toBe(true);
}, 20_000);

test('a process that ends by itself reports its exit and last output', async () => {
  const failing = startProcess({ name: 'The Worker server', script: join(folder, 'fails.mjs'), args: [] });
  expect(await failing.ended).toBe('The Worker server ended (exit code 3).\nno such setting');
});

test('names a taken port with its number and purpose, but not a free one', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  const needed = [{ port, purpose: 'the app' }];
  expect(await describeTakenPorts(needed)).toEqual([
    `Port ${port} (the app) is taken. To see what uses it: lsof -i :${port}`,
  ]);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  expect(await describeTakenPorts(needed)).toEqual([]);
});

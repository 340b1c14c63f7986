import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fromRoot } from '#scripts/stack/repository.ts';
import { TEST_BUILD } from '../build/test-build.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export type BuildName = 'first' | 'next';

/** One origin with either of two builds deployed. Nothing enters the browser's HTTP cache. */
export interface Deployment {
  readonly origin: string;
  /** Replaces the deployed build; `without` is a file missing from it. */
  readonly deploy: (build: BuildName, without?: string) => void;
  /** Resolves when the missing file is requested. */
  readonly missed: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts with the browser tests' build. The next one has other file names and another inline script. */
export async function startDeployment(): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-builds-'));
  const folderOf = (build: BuildName) => join(folder, build);
  cpSync(fromRoot(TEST_BUILD.web), folderOf('first'), { recursive: true });
  cpSync(folderOf('first'), folderOf('next'), { recursive: true });
  makeNextBuild(folderOf('next'));

  let deployed: BuildName = 'first';
  let missing: string | undefined;
  const requests = new EventEmitter();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const policy = /Content-Security-Policy: (.*)/.exec(read(folderOf(deployed), '_headers'))?.[1] ?? '';
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Cache-Control', 'no-store');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1) + (extname(pathname) ? '' : '.html');
    try {
      if (name === missing) {
        requests.emit('missed');
        throw new Error(`${name} is lost`);
      }
      const body = readFileSync(join(folderOf(deployed), name));
      response.setHeader('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `http://localhost:${address.port}`,
    deploy: (build, without) => {
      deployed = build;
      missing = without;
    },
    missed: async () => {
      await once(requests, 'missed');
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function makeNextBuild(folder: string): void {
  const assets = readdirSync(join(folder, 'assets'));
  const anyAsset = new RegExp(assets.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(read(folder, 'index.html')) ?? [];
  const nextScript = `/* next */${script}`;
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:html|js|css)$|_headers$/.test(name),
  );
  for (const name of texts) {
    const next = read(folder, name)
      .replaceAll(anyAsset, 'next-$&')
      .replace(script, () => nextScript)
      .replace(hash(script), hash(nextScript))
      .replace(/(\\"id\\":\\")/, '$1next');
    writeFileSync(join(folder, name), next);
  }
  for (const name of assets) renameSync(join(folder, 'assets', name), join(folder, 'assets', `next-${name}`));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

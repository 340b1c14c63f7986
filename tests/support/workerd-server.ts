/** The Workers runtime without a development server. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { build } from 'esbuild';
import { fromRoot } from '#scripts/stack/repository.ts';

const START_TIMEOUT_MS = 20_000;

/** One Worker of the process, on its own port. */
export interface WorkerdService {
  readonly name: string;
  /** The text of one ES module. */
  readonly script: string;
  readonly vars?: Readonly<Record<string, string>>;
  /** KV bindings: name → the service with the values. */
  readonly kv?: Readonly<Record<string, string>>;
}

export interface WorkerdServer {
  /** Process ID, to measure the runtime. */
  readonly pid: number;
  port(service: string): number;
  stop(): Promise<void>;
}

/** KV as an in-memory Worker: enough of its HTTP protocol for `get` and `put`. */
export const KV_SERVICE_SCRIPT = `
const values = new Map();
export default {
  async fetch(request) {
    const key = decodeURIComponent(new URL(request.url).pathname);
    if (request.method === 'PUT') {
      const metadata = request.headers.get('CF-KV-Metadata');
      const headers = metadata === null ? {} : { 'CF-KV-Metadata': metadata };
      values.set(key, { body: await request.arrayBuffer(), headers });
      return new Response(null);
    }
    const value = values.get(key);
    return value === undefined ? new Response(null, { status: 404 }) : new Response(value.body, { headers: value.headers });
  },
};`;

/** Candor's Worker as one module, minified like a deployment. `prelude` precedes it, for instance to redefine a global. */
export async function bundledWorker(prelude = ''): Promise<string> {
  const bundled = await build({
    entryPoints: [fromRoot('worker/index.ts')],
    bundle: true,
    minify: true,
    banner: { js: prelude },
    format: 'esm',
    external: ['cloudflare:workers'],
    write: false,
    absWorkingDir: fromRoot('.'),
  });
  const text = bundled.outputFiles[0]?.text;
  if (text === undefined) throw new Error('the Worker could not be built');
  return text;
}

/** Starts the services on free local ports. Rejects if the runtime refuses them. */
export async function startWorkerd(services: readonly WorkerdService[]): Promise<WorkerdServer> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-workerd-'));
  await Promise.all(services.map(({ name, script }) => writeFile(join(folder, `${name}.mjs`), script)));
  await writeFile(join(folder, 'config.capnp'), config(services));
  const child = spawn(workerdPath(), ['serve', 'config.capnp', '--experimental', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4000)));
  const ports = new Map<string, number>();
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`workerd did not start: ${complaints}`)),
        START_TIMEOUT_MS,
      );
      child.once('exit', (code) => reject(new Error(`workerd ended with ${code}: ${complaints}`)));
      let text = '';
      (child.stdio[3] as Readable).on('data', (chunk: Buffer) => {
        text += chunk.toString();
        for (const line of text.split('\n').slice(0, -1)) {
          const event = JSON.parse(line) as { event: string; socket: string; port: number };
          if (event.event === 'listen') ports.set(event.socket, event.port);
        }
        text = text.slice(text.lastIndexOf('\n') + 1);
        if (ports.size < services.length) return;
        clearTimeout(timer);
        resolve();
      });
    });
  } catch (cause) {
    await stop();
    throw cause;
  }
  return {
    pid: child.pid ?? 0,
    port(service) {
      const port = ports.get(service);
      if (port === undefined) throw new RangeError(`no service is called ${service}`);
      return port;
    },
    stop,
  };
}

/** Wrangler's runtime, so that tests use the same one as `wrangler dev`. */
function workerdPath(): string {
  const fromWrangler = createRequire(createRequire(import.meta.url).resolve('wrangler'));
  return (fromWrangler('workerd') as { default: string }).default;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function config(services: readonly WorkerdService[]): string {
  const bindings = ({ vars = {}, kv = {} }: WorkerdService) =>
    [
      ...Object.entries(vars).map(([name, value]) => `(name = ${quoted(name)}, text = ${quoted(value)})`),
      ...Object.entries(kv).map(
        ([name, service]) => `(name = ${quoted(name)}, kvNamespace = ${quoted(service)})`,
      ),
    ].join(', ');
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "internet", network = (allow = ["public", "private"])),
${services
  .map(
    (service) => `    (name = ${quoted(service.name)}, worker = (
      modules = [(name = "worker.mjs", esModule = embed ${quoted(`${service.name}.mjs`)})],
      compatibilityDate = "2026-08-01",
      bindings = [${bindings(service)}],
    )),`,
  )
  .join('\n')}
  ],
  sockets = [
${services
  .map(
    ({ name }) =>
      `    (name = ${quoted(name)}, address = "127.0.0.1:0", http = (), service = ${quoted(name)}),`,
  )
  .join('\n')}
  ],
);
`;
}

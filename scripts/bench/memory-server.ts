/** A server that replays a running app's responses without the app's processing time. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listenLocally } from '../stack/local-server.ts';

interface Remembered {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const TEXT = /text|javascript|json|svg|manifest/;
/** Headers that are set here or apply to one connection only. */
const NOT_PASSED_ON = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
]);

/**
 * Serves `upstream` from memory on a local port: each URL is requested and compressed once. `wrangler dev` adds 10 to 20 ms to
 * a request and holds compressed streams back, which no real deployment does.
 */
export async function startMemoryServer(port: number, upstream: string) {
  const remembered = new Map<string, Promise<Remembered>>();
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const isRead = method === 'GET';
    const known = isRead ? remembered.get(url) : undefined;
    const found = known ?? ask(upstream + url, method);
    if (isRead) remembered.set(url, found);
    found.then(
      ({ status, headers, body }) =>
        response.writeHead(status, { ...headers, date: new Date().toUTCString() }).end(body),
      () => response.writeHead(502).end(),
    );
  });
  const { close } = await listenLocally(server, port);
  return { origin: `http://localhost:${port}`, close };
}

async function ask(address: string, method: string): Promise<Remembered> {
  const response = await fetch(address, { method, headers: { 'accept-encoding': 'identity' } });
  const raw = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !NOT_PASSED_ON.has(name)));
  const isText = TEXT.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: isText ? { ...headers, 'content-encoding': 'gzip' } : headers,
    body: isText ? gzipSync(raw) : raw,
  };
}

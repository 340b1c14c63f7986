/** A vendor that misbehaves below HTTP, which `fetch` stubs cannot show. */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/**
 * Tells the runtime not to reuse the connection. Its pool is per host, so after a complete response without this header, a
 * request meant to meet another fault would get a closing connection.
 */
const CLOSE = 'Connection: close\r\n';
const HEAD = `HTTP/1.1 200 OK\r\n${CLOSE}Content-Type: application/json\r\n`;
const MIB = 1024 * 1024;

/** How the server treats a connection, by the first path segment. */
const FAULTS = {
  hang: () => undefined,
  silent: (socket) => void socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`),
  drip: (socket) => {
    socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`);
    const timer = setInterval(() => socket.write(' '), 100);
    socket.once('close', () => clearInterval(timer));
  },
  reset: (socket) => socket.resetAndDestroy(),
  limit: (socket) =>
    void socket.end(
      `HTTP/1.1 429 Too Many Requests\r\n${CLOSE}Content-Type: text/html\r\nRetry-After: 120\r\nContent-Length: 17\r\n\r\nToo Many Requests`,
    ),
  consent: (socket) =>
    void socket.end(
      `HTTP/1.1 200 OK\r\n${CLOSE}Content-Type: text/html\r\nContent-Length: 20\r\n\r\n<h1>Before you…`,
    ),
  broken: (socket) => void socket.end(`HTTP/1.1 502 Bad Gateway\r\n${CLOSE}Content-Length: 0\r\n\r\n`),
  refuse: (socket) => void socket.end(`HTTP/1.1 403 Forbidden\r\n${CLOSE}Content-Length: 0\r\n\r\n`),
  redirect: (socket) =>
    void socket.end(
      `HTTP/1.1 302 Found\r\n${CLOSE}Location: http://169.254.169.254/latest/meta-data\r\nContent-Length: 0\r\n\r\n`,
    ),
  cut: (socket) => void socket.end(`${HEAD}Content-Length: 1000\r\n\r\n{"chart":`),
  cutChunk: (socket) =>
    void socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n400\r\n{"chart":{"result":`),
  badGzip: (socket) => {
    const body = gzipSync('{"chart":{}}').fill(0, 10);
    socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.end(body);
  },
  endless: (socket) => {
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pour);
    pour();
  },
  infinity: (socket) => {
    const body = '{"chart":{"result":[{"meta":{"symbol":"AAPL","regularMarketPrice":1e999}}]}}';
    socket.end(`${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`);
  },
} satisfies Record<string, (socket: Socket) => unknown>;

export type WireFault = keyof typeof FAULTS;

export const WIRE_FAULTS = Object.keys(FAULTS) as readonly WireFault[];

/** Responds to any request on a connection with a fault. The socket must listen to `error`. */
export function misbehave(socket: Socket, fault: WireFault): void {
  FAULTS[fault](socket);
}

export interface FaultServer {
  /** The URL at which every call meets a fault. */
  address(fault: WireFault): string;
  /** The most bytes that one request at a fault's URL read. */
  mostBytes(fault: WireFault): number;
  close(): Promise<void>;
}

/** Starts the server on a free local port. */
export async function startFaultServer(): Promise<FaultServer> {
  const sockets = new Set<Socket>();
  const most = new Map<string, number>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let fault = '';
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      most.set(fault, Math.max(most.get(fault) ?? 0, socket.bytesWritten));
    });
    socket.once('data', (request) => {
      fault = /^GET \/(\w+)\//.exec(request.toString('latin1'))?.[1] ?? '';
      misbehave(socket, fault as WireFault);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (fault) => `http://127.0.0.1:${port}/${fault}`,
    mostBytes: (fault) => most.get(fault) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Limit for a runaway body: the cap plus bytes in flight. */
export const MAX_RUNAWAY_BYTES = 16 * MIB;

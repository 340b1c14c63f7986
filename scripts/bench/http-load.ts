/** Sends HTTP/1.1 requests over persistent connections, too cheaply to be the bottleneck, and measures the server's process. */
import { readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { median, quantile } from './measure.ts';

interface LoadSpec {
  readonly port: number;
  readonly path: (n: number) => string;
  readonly headers?: string;
  readonly connections: number;
  readonly requests: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly statuses: ReadonlyMap<number, number>;
}

/** Sends the requests, one at a time per connection. Rejects if the server ends a connection. */
export async function load(spec: LoadSpec): Promise<LoadResult> {
  const { requests, connections } = spec;
  const latenciesMs: number[] = [];
  const statuses = new Map<number, number>();
  let sent = 0;
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await openClient(spec.port);
      while (sent < requests) {
        const path = spec.path(sent++);
        const sentAtMs = performance.now();
        const status = await client.get(path, spec.headers ?? '');
        latenciesMs.push(performance.now() - sentAtMs);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      client.close();
    }),
  );
  const elapsedMs = performance.now() - startMs;
  return {
    requestsPerSecond: (requests / elapsedMs) * 1000,
    p50Ms: median(latenciesMs),
    p99Ms: quantile(latenciesMs, 0.99),
    statuses,
  };
}

/** CPU time of a process's threads, milliseconds; `null` except on Linux. */
export function cpuMs(pid: number): number | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) =>
      Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1'), 10),
    );
    return nanoseconds.reduce((sum, used) => sum + used, 0) / 1e6;
  } catch {
    return null;
  }
}

/** A process's resident memory, megabytes; `null` if the system does not report it. */
export function residentMb(pid: number): number | null {
  try {
    const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return match === null ? null : Number(match[1]) / 1024;
  } catch {
    return null;
  }
}

async function openClient(port: number) {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let waiting: { resolve: (status: number) => void; reject: (cause: Error) => void } | null = null;
  let head = '';
  let status = 0;
  let missing = -1;
  let chunked = false;
  const finish = () => {
    const done = waiting;
    waiting = null;
    head = '';
    missing = -1;
    chunked = false;
    done?.resolve(status);
  };
  socket.on('data', (chunk: Buffer) => {
    if (chunked) {
      if (chunk.subarray(-5).toString('latin1') === '0\r\n\r\n') finish();
      return;
    }
    if (missing >= 0) {
      missing -= chunk.length;
    } else {
      const before = head.length;
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      status = Number(head.slice(9, 12));
      chunked = /transfer-encoding: chunked/i.test(head.slice(0, end + 2));
      if (chunked) {
        if (head.endsWith('0\r\n\r\n')) finish();
        return;
      }
      const length = /content-length: (\d+)/i.exec(head.slice(0, end + 2));
      missing = (status === 304 ? 0 : Number(length?.[1] ?? 0)) - (before + chunk.length - end - 4);
    }
    if (missing <= 0) finish();
  });
  socket.on('close', () => waiting?.reject(new Error('the server ended the connection')));
  return {
    get: (path: string, headers: string) =>
      new Promise<number>((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(`GET ${path} HTTP/1.1\r\nHost: candor.test\r\n${headers}\r\n`);
      }),
    close: () => socket.destroy(),
  };
}

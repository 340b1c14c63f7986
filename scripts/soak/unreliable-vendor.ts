/** Puts random faults, changing every 50 ms, in front of the stand-in vendor. */
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { misbehave, WIRE_FAULTS, type WireFault } from '../../tests/contract/fault-server.ts';
import { listenLocally } from '../stack/local-server.ts';
import { pick } from './requests.ts';

const WEATHER_MS = 50;
const FAIR_SHARE = 0.85;
/** A rate limit stops calls to the vendor for two minutes, so a larger share would leave few other faults. */
const LIMIT_SHARE = 0.002;
/** How long it takes to notice that a client gave up; by then it may already call again. */
const HANG_UP_MS = 250;

export interface UnreliableVendor {
  /** The base URL for one isolate, so that its calls can be told apart. */
  address(isolate: string): string;
  startWeather(): void;
  goDown(): void;
  readonly seen: {
    calls: number;
    readonly faults: Map<WireFault, number>;
    /** URLs requested again while the first call was running (promise P4). */
    readonly doubled: string[];
    readonly paths: Set<string>;
  };
  close(): Promise<void>;
}

/** Starts the server on a free local port. Requests without a fault are forwarded to `origin`. */
export async function startUnreliableVendor(origin: string): Promise<UnreliableVendor> {
  const seen: UnreliableVendor['seen'] = { calls: 0, faults: new Map(), doubled: [], paths: new Set() };
  const underWay = new Map<string, number>();
  const everyday = WIRE_FAULTS.filter((fault) => fault !== 'limit');
  let weather: WireFault | null = null;
  let clock: NodeJS.Timeout | undefined;

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    seen.calls += 1;
    seen.paths.add(path);
    const before = underWay.get(path) ?? 0;
    underWay.set(path, before + 1);
    if (before > 0) {
      setTimeout(() => {
        if ((underWay.get(path) ?? 0) > 1) seen.doubled.push(path);
      }, HANG_UP_MS);
    }
    response.once('close', () => {
      const left = (underWay.get(path) ?? 1) - 1;
      if (left === 0) underWay.delete(path);
      else underWay.set(path, left);
    });
    const fault = weather;
    if (fault === null) return forward(origin, request, response);
    seen.faults.set(fault, (seen.faults.get(fault) ?? 0) + 1);
    misbehave(request.socket, fault);
  });
  server.on('connection', (socket) => socket.on('error', () => undefined));
  const own = await listenLocally(server);
  return {
    address: (isolate) => `${own.origin}/${isolate}`,
    startWeather() {
      clock = setInterval(() => {
        if (Math.random() < LIMIT_SHARE) weather = 'limit';
        else weather = Math.random() < FAIR_SHARE ? null : pick(everyday);
      }, WEATHER_MS);
    },
    goDown() {
      clearInterval(clock);
      weather = 'broken';
    },
    seen,
    close() {
      clearInterval(clock);
      return own.close();
    },
  };
}

/** Forwards a call without the segment that names the isolate. */
function forward(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(origin + (request.url ?? '/').replace(/^\/[^/]+/, ''));
  httpRequest(url, { headers: request.headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  })
    .on('error', () => response.destroy())
    .end();
}

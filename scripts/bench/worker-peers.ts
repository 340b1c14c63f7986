/** The Worker bench's peers: a vendor, and bare Workers that return given bytes. */
import { createServer } from 'node:http';
import { listenLocally, type LocalServer } from '../stack/local-server.ts';
import { chartBody } from '../stack/vendor/chart-body.ts';
import { listingOf } from '../stack/vendor/listings.ts';

const BARS = 1250;
const DAY_MS = 86_400_000;

const FUNDAMENTALS = '{"timeseries":{"result":[],"error":null}}';

/** A vendor on a free port with Yahoo's chart for every symbol and empty fundamentals. */
export function startVendor(): Promise<LocalServer> {
  const chart = JSON.stringify(chartBody('SYMBOL', listingOf('SYMBOL', false), dailyBars()));
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    const symbol = /\/chart\/([^?]+)/.exec(request.url ?? '')?.[1];
    response.end(symbol === undefined ? FUNDAMENTALS : chart.replace('SYMBOL', decodeURIComponent(symbol)));
  });
  return listenLocally(server);
}

/** Daily bars up to yesterday. */
function dailyBars() {
  return Array.from({ length: BARS }, (_, row) => {
    const close = Math.round(10_000 + 2000 * Math.sin(row / 40) + (row % 7) * 100) / 100;
    const date = new Date(Date.now() - (BARS - row) * DAY_MS).toISOString().slice(0, 10);
    return { date, open: close, high: close + 1, low: close - 1, close, volume: Math.round(close * 1e6) };
  });
}

/** A Worker that responds to every request with the same bytes and headers. */
export function bareScript({ headers, body }: { headers: [string, string][]; body: string }): string {
  const own = headers.filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding');
  return `const headers = ${JSON.stringify(own)};
const bytes = new TextEncoder().encode(${JSON.stringify(body)});
export default { fetch: () => new Response(bytes, { headers }) };`;
}

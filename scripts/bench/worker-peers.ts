/** What the bench of the Worker runs beside it: a vendor, and bare Workers that return given bytes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const BARS = 1250;
const DAY_SECONDS = 86_400;

const FUNDAMENTALS = '{"timeseries":{"result":[],"error":null}}';

/** A vendor on a free port: Yahoo's chart for every symbol, and empty fundamentals. */
export async function startVendor(): Promise<{ readonly baseUrl: string; stop(): void }> {
  const chart = chartBody();
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    const symbol = /\/chart\/([^?]+)/.exec(request.url ?? '')?.[1];
    response.end(symbol === undefined ? FUNDAMENTALS : chart.replace('SYMBOL', decodeURIComponent(symbol)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Five years of bars in Yahoo's wire format: cents as 32-bit floats. */
function chartBody(): string {
  const end = Math.floor(Date.now() / 1000 / DAY_SECONDS) * DAY_SECONDS - DAY_SECONDS / 3;
  const timestamp = Array.from({ length: BARS }, (_, row) => end - (BARS - 1 - row) * DAY_SECONDS);
  const close = timestamp.map((_, row) =>
    Math.fround(Math.round(10_000 + 2000 * Math.sin(row / 40) + (row % 7) * 100) / 100),
  );
  const volume = close.map((price) => Math.round(price * 1e6));
  const meta = {
    symbol: 'SYMBOL',
    currency: 'USD',
    exchangeName: 'NMS',
    exchangeTimezoneName: 'America/New_York',
    regularMarketPrice: close.at(-1),
    regularMarketTime: end,
  };
  const quote = {
    open: close,
    high: close.map((price) => price + 1),
    low: close.map((price) => price - 1),
    close,
    volume,
  };
  return JSON.stringify({
    chart: { error: null, result: [{ meta, timestamp, indicators: { quote: [quote] } }] },
  });
}

/** A Worker that returns the same bytes and headers to every request. */
export function bareScript({ headers, body }: { headers: [string, string][]; body: string }): string {
  const own = headers.filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding');
  return `const headers = ${JSON.stringify(own)};
const bytes = new TextEncoder().encode(${JSON.stringify(body)});
export default { fetch: () => new Response(bytes, { headers }) };`;
}

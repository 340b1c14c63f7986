/** Paths that are not keys: they end the faults, and report what was stored and requested. */
export const KV_CALM_PATH = '/.calm';
export const KV_AUDIT_PATH = '/.audit';

export interface KvAudit {
  readonly keys: readonly string[];
  /** Every key that was read or written. */
  readonly touched: readonly string[];
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
  readonly faults: number;
}

/**
 * KV as an in-memory Worker that fails at random: reads that are refused, truncated or too slow, and writes over quota (fault
 * matrix rows K01, K03, K04). It never loses stored values.
 */
export const UNRELIABLE_KV_SCRIPT = `
const values = new Map();
const touched = new Set();
const counts = { reads: 0, writes: 0, deletes: 0, faults: 0 };
let isCalm = false;
const happens = (share) => {
  const does = !isCalm && Math.random() < share;
  if (does) counts.faults += 1;
  return does;
};
export default {
  async fetch(request) {
    const path = decodeURIComponent(new URL(request.url).pathname);
    if (path === '${KV_CALM_PATH}') {
      isCalm = true;
      return new Response(null);
    }
    if (path === '${KV_AUDIT_PATH}') return Response.json({ keys: [...values.keys()], touched: [...touched], ...counts });
    touched.add(path);
    if (request.method === 'DELETE') {
      counts.deletes += 1;
      values.delete(path);
      return new Response(null);
    }
    if (request.method === 'PUT') {
      counts.writes += 1;
      const body = await request.arrayBuffer();
      if (happens(0.05)) return new Response(null, { status: 429 });
      const metadata = request.headers.get('CF-KV-Metadata');
      values.set(path, { body, headers: metadata === null ? {} : { 'CF-KV-Metadata': metadata } });
      return new Response(null);
    }
    counts.reads += 1;
    const value = values.get(path);
    if (happens(0.04)) return new Response(null, { status: 500 });
    if (value === undefined) return new Response(null, { status: 404 });
    const { body, headers } = value;
    if (happens(0.03)) return new Response(body.slice(0, body.byteLength / 2), { headers });
    if (happens(0.03)) await new Promise((resolve) => setTimeout(resolve, 700));
    return new Response(body, { headers });
  },
};`;

/* oxlint-disable vitest/no-conditional-expect -- what must hold depends on the random answer */
/** G6: random URLs, methods and headers. */
import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { runs } from '../support/runs.ts';
import { liveBindings, testWorker } from '../support/worker/test-worker.ts';
import { UNKNOWN_SYMBOL_BODY, fakeUpstream, json } from '../support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());

const NASTY = [
  '../',
  '%2e%2e%2f',
  '%00',
  '%0d%0aX: y',
  '%C0%AF',
  '%zz',
  '<script>',
  "' OR 1=1",
  '${7*7}',
  'constructor',
  '__proto__',
  '\u202eLPAA',
  'ſ',
  '🍎',
  'A'.repeat(300),
  'AAPL',
  'BRK.B',
  '^GSPC',
];

const segment = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.constantFrom(...NASTY).map(encodeURIComponent),
  fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => encodeURIComponent(text)),
  fc.webFragments(),
);
const name = fc.oneof(
  fc.constantFrom('days', 'view', 'range', 'tickers', 'q', 'limit', 'days[]', '__proto__[x]', '_'),
  fc.webFragments(),
);
const query = fc.array(fc.tuple(name, segment), { maxLength: 4 });
const route = fc.constantFrom('stock', 'intraday', 'news', 'sentiment', 'search', 'quotes', 'health', '');
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH') },
);
const headers = fc.dictionary(
  fc.constantFrom(
    'If-None-Match',
    'Range',
    'Accept',
    'Origin',
    'Sec-Fetch-Site',
    'X-Forwarded-Host',
    'Cookie',
  ),
  fc.constantFrom('*', '"x"', 'bytes=0-', 'null', 'cross-site', 'evil.example', 'a=b'),
  { maxKeys: 2 },
);

test('G6 random requests never give a 5xx, always JSON or nothing, and invalid ones reach neither KV nor upstream', async () => {
  // An upstream without any data, so that valid requests end in 404 and no fault blurs the count.
  const upstream = fakeUpstream({
    chart: () => json(UNKNOWN_SYMBOL_BODY, 404),
    search: () => json({ quotes: [], news: [] }),
  });
  const get = vi.spyOn(env.MARKET_CACHE, 'get');
  const worker = testWorker(liveBindings());
  await fc.assert(
    fc.asyncProperty(route, segment, query, method, headers, async (to, text, pairs, verb, given) => {
      const search = pairs.map(([key, value]) => `${key}=${value}`).join('&');
      const address = `/api/${to}${to.startsWith('s') || ['intraday', 'news'].includes(to) ? `/${text}` : ''}${search && `?${search}`}`;
      const before = upstream.asked.length + get.mock.calls.length;
      let answer;
      try {
        answer = await worker.request(address, { method: verb, headers: given });
      } catch (cause) {
        // Not a URL, so no client can send it.
        if (cause instanceof TypeError && /Invalid URL/.test(cause.message)) return;
        throw cause;
      }
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect(answer.headers.get('Cache-Control')).toBeTruthy();
      if (answer.text !== '')
        expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      if ([400, 403, 405, 413, 414].includes(answer.status)) {
        expect(upstream.asked.length + get.mock.calls.length).toBe(before);
      }
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);

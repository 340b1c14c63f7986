import { afterEach, describe, expect, test, vi } from 'vitest';
import { liveBindings, testWorker } from '../support/worker/test-worker.ts';
import { fakeUpstream } from '../support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());

describe('GET /api/stock/:ticker with Purpose: prefetch', () => {
  const guess = { headers: { Purpose: 'prefetch' } };
  test('never calls the upstream: it gets 204 for what is not stored, and that response is not cached', async () => {
    const upstream = fakeUpstream();
    const answer = await testWorker(liveBindings()).request('/api/stock/AAPL', guess);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(upstream.asked).toEqual([]);
  });

  test('gets an entry from memory, even a stale one, without a refresh', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    const asked = await worker.request('/api/stock/AAPL');
    expect((await worker.request('/api/stock/AAPL', guess)).text).toBe(asked.text);
    const calls = upstream.asked.length;
    worker.clock.ms += 3_600_000;
    expect((await worker.request('/api/stock/AAPL', guess)).body).toMatchObject({ stale: true });
    expect(upstream.asked).toHaveLength(calls);
  });

  test('finds what another isolate stored in KV', async () => {
    const upstream = fakeUpstream();
    const bindings = liveBindings();
    await testWorker(bindings).request('/api/stock/AAPL');
    const calls = upstream.asked.length;
    expect((await testWorker(bindings).request('/api/stock/AAPL', guess)).status).toBe(200);
    expect(upstream.asked).toHaveLength(calls);
  });
});

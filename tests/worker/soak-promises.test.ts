/** What the soak test asks of a response, asked of a Worker whose sources are well. */
import { expect, test } from 'vitest';
import { brokenPromises } from '../../scripts/soak/promises.ts';
import { randomRequest, seededRandom } from '../../scripts/soak/requests.ts';
import { testWorker } from '../support/worker/test-worker.ts';

test('a Worker whose sources work keeps every promise of the soak test', async () => {
  const worker = testWorker();
  const random = seededRandom(1);
  const served = new Set<string>();
  for (let count = 0; count < 200; count += 1) {
    const request = randomRequest(random, ['AAPL', 'MSFT', 'BTC-USD'], null);
    const { method, headers, path } = request;
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that a failure names its request
    const answer = await worker.request(path, { method, headers });
    if (answer.status === 200) served.add(request.kind);
    const contentType = answer.headers.get('Content-Type') ?? '';
    expect(brokenPromises(request, { ...answer, contentType }, null), `${method} ${path}`).toEqual([]);
  }
  expect([...served].toSorted()).toEqual([
    'columns',
    'health',
    'intraday',
    'news',
    'quotes',
    'search',
    'sentiment',
    'stock',
  ]);
});

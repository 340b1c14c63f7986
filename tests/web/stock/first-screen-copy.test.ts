import { afterEach, expect, test, vi } from 'vitest';
import { formatFor } from '#compute';
import { decodeTraded } from '#worker/snapshot';
import { writeFirstScreen } from '#web/features/stock/first-screen-copy.ts';
import type { SnapshotReading } from '#web/shared/api/snapshot.ts';
import { comingFrom } from '#support/coming-sessions.ts';
import { listingData, sampleResponse } from './sample-response.ts';

afterEach(() => vi.unstubAllGlobals());

const DAILY = sampleResponse('BTC-USD');
const STOCK: SnapshotReading = {
  ...DAILY,
  trading_calendar: 'nyse',
  // In minutes after midnight in New York.
  sessions: comingFrom(Date.UTC(2026, 10, 20) / 1000, 'nyse', [570, 960]),
};

async function write(response: SnapshotReading): Promise<void> {
  const data = await listingData({ ...response, fetched_at: '2026-11-20T22:00:00Z' }, 7);
  const traded = decodeTraded(data.response);
  const format = formatFor({ region: 'us', clock: 'exchange' });
  await writeFirstScreen(
    { ...data, ticker: response.ticker, traded, etag: '"1"', isRevalidating: false },
    format,
  );
}

test.each([
  ['a day after its prices', DAILY, '2026-11-21T20:59:00.000Z'],
  ['the next session, after a Friday', STOCK, '2026-11-23T14:30:00.000Z'],
] as const)('a stored first screen is current until %s', async (_name, response, until) => {
  const put = vi.fn<Cache['put']>();
  vi.stubGlobal('caches', { open: async () => ({ put }) });
  await write(response);
  const stored = put.mock.calls.at(-1)?.[1];
  expect(stored?.headers.get('X-Candor-Current-Until')).toBe(until);
  expect(await stored?.text()).toContain('id="first-screen"');
});

test('a page that is closed while it writes keeps the earlier copy', async () => {
  const entries = new Map<string, Response>();
  const remove = async (path: string) => entries.delete(path);
  const put = async (path: string, response: Response) => void entries.set(path, response);
  vi.stubGlobal('caches', { open: async () => ({ put, delete: remove }) });
  await write(DAILY);
  const before = [...entries.keys()];
  // Nothing more is stored.
  vi.stubGlobal('caches', { open: async () => ({ put: async () => undefined, delete: remove }) });
  await write(DAILY);
  expect([...entries.keys()]).toEqual(before);
});

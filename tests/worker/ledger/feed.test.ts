/** What other programs and sites show of the ledger: its Atom feed and its badge. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { LedgerResponse } from '#worker/contract';
import { badge } from '#worker/ledger/badge.ts';
import { runScheduled } from '#worker/scheduled.ts';
import { freshDatabase } from '#support/worker/database.ts';
import { DAY_MS, testWorker } from '#support/worker/test-worker.ts';

/** An hour after New York's close. */
const EVENING_MS = Date.UTC(2026, 10, 17, 22);

const bindings = () => ({
  RECORD: env.RECORD,
  RECORD_UNIVERSE: 'AAPL,SPY',
  RECORD_LISTINGS_PER_RUN: '4',
  CALLS_PER_RUN: '900',
});
const request = (path: string, init?: RequestInit) => testWorker(bindings()).request(path, init);

async function runDays(days: number): Promise<void> {
  for (let day = 0; day < days; day++)
    await runScheduled(
      { MARKET_DATA: 'sample', ...bindings() },
      { now: () => EVENING_MS + day * DAY_MS, random: () => 0 },
    );
}

const all = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(([, text = '']) => text);

beforeEach(async () => {
  await freshDatabase();
});

test('the feed of an empty ledger is valid and has no entries', async () => {
  const { status, headers, text } = await request('/api/record.atom');
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
  expect(all(text, 'updated')).toEqual(['1970-01-01T00:00:00Z']);
  expect(text).toContain('<author><name>Candor</name></author>');
  expect(text).toContain('<link rel="self" href="https://candor.test/api/record.atom" />');
  expect(all(text, 'entry')).toEqual([]);
});

test('the feed has an entry for each session’s forecasts and outcomes, newest first and labeled as simulated', async () => {
  await runDays(4);
  const { text, headers } = await request('/api/record.atom');
  const { body: summary } = await request('/api/record');
  expect(headers.get('Cache-Control')).toBe('public, max-age=300');
  expect(text).toContain('<title>Candor track record (Sample market: simulated prices)</title>');
  expect(all(text, 'updated')[0]).toBe(summary.as_of);

  const entries = all(text, 'entry');
  expect(entries.map((entry) => all(entry, 'id')[0]?.split('#')[1])).toEqual(
    expect.arrayContaining([
      'sample-forecast-2026-11-20',
      'sample-settlement-2026-11-20',
      'sample-forecast-2026-11-17',
    ]),
  );
  const times = entries.flatMap((entry) => all(entry, 'updated'));
  expect(times).toEqual(times.toSorted().toReversed());
  const forecasts = entries.find((entry) => entry.includes('#sample-forecast-2026-11-20')) ?? '';
  expect(all(forecasts, 'title')).toEqual([
    'New forecasts after Nov 20, 2026: 8 ranges (Sample market: simulated prices)',
  ]);

  const settled = entries.filter((entry) => entry.includes('-settlement-'));
  const held = settled.map((entry) => /(\d+) of (\d+) ranges? held/.exec(entry)!.slice(1).map(Number));
  const count = (index: number) => held.reduce((sum, numbers) => sum + numbers[index]!, 0);
  expect(count(1)).toBe(summary.settled);
  expect(count(1) - count(0)).toBe(summary.misses.length);
  // A listing misses by several horizons on one day.
  expect(text.match(/, outside its \d+-day range of /g) ?? []).toHaveLength(summary.misses.length);
});

test('a ticker with an ampersand is escaped, in the feed and in its HTML', async () => {
  await runDays(4);
  await env.RECORD.prepare('DROP TRIGGER record_forecast_kept').run();
  await env.RECORD.prepare("UPDATE record_forecast SET ticker = ticker || '&M'").run();
  expect((await request('/api/record.atom')).text).toMatch(/&lt;li&gt;(?:AAPL|SPY)&amp;amp;M closed at /);
});

test('the feed leaves out sessions that it has read only in part', async () => {
  await runDays(9);
  const days = all((await request('/api/record.atom')).text, 'id').map((id) => id.slice(-10));
  expect(days).toContain('2026-11-25');
  expect(days).not.toContain('2026-11-17');
});

test('a badge may be embedded by any site, but no other response, and only as an image', async () => {
  const embed = (dest: string) => ({
    headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': dest },
  });
  const { status, headers, text } = await request('/badge.svg', embed('image'));
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8');
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  expect(headers.get('Cache-Control')).toBe('public, max-age=300');
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(all(text, 'title')).toEqual([
    'Candor 80% ranges, 7 days, simulated prices: not enough settled forecasts yet. Not investment advice.',
  ]);
  expect((await request('/badge.svg', embed('script'))).status).toBe(403);
  const feed = await request('/api/record.atom', embed('image'));
  expect([feed.status, feed.headers.get('Cross-Origin-Resource-Policy')]).toEqual([403, 'same-origin']);
  expect((await request('/badge.svg', { method: 'POST' })).status).toBe(405);
  expect((await request('/badge.svg?days=8')).status).toBe(400);
});

test.each([
  [412, 0.741, 0.8187, 'Candor 80% ranges, 7 days: 320 of 412 held (95% interval 74.1% to 81.9%)'],
  [30, null, null, 'Candor 80% ranges, 7 days: 23 of 30 held'],
  [29, 0.6, 0.9, 'Candor 80% ranges, 7 days: not enough settled forecasts yet'],
])('a badge of %i settled forecasts states the count, and the interval if known', (n, low, high, words) => {
  const horizons = [{ horizon_days: 7, n, coverage80: { value: 320 / 412, low, high } }];
  const summary = { ledger: 'live', horizons } as unknown as LedgerResponse;
  expect(all(badge(summary, 7), 'title')).toEqual([`${words}. Not investment advice.`]);
});

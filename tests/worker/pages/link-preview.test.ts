/** What an app shows beside a link to a listing. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isPreviewAgent } from '#worker/pages/link-preview.ts';
import type { WorkerBindings } from '#worker/config.ts';
import { assets, liveBindings, testWorker } from '#support/worker/test-worker.ts';
import {
  chartBody,
  down,
  fakeUpstream,
  hang,
  json,
  risingRows,
  UNKNOWN_SYMBOL_BODY,
  type Reply,
} from '#support/worker/yahoo-upstream.ts';
import { elements } from './html.ts';

afterEach(() => vi.restoreAllMocks());

const HEAD = '<!doctype html><title>Candor</title><meta\n  name="description"\n  content="All"\n/>';
const shell = () => new Response(`${HEAD}<body><!--first-screen--></body>`);
const ASSETS = assets({ '/shell/prediction': shell, '/shell/demo': shell });
const BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const AGENT = { headers: { 'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' } };

const liveWorker = (bindings: WorkerBindings = {}, deadlines = {}) =>
  testWorker({ ...liveBindings(), ASSETS, ...bindings }, undefined, undefined, deadlines);

/** A preview's texts by name, as an agent reads them. */
async function previewOf(path: string, worker = liveWorker()): Promise<Record<string, string>> {
  const text = (await worker.request(path, AGENT)).text.replaceAll('&amp;', '&');
  const tags = text.matchAll(/<(title)>([^<]*)|<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  return Object.fromEntries(
    Array.from(tags, ([, title, titleText, name = title, content = titleText]) => [name, content]),
  );
}

const CLOSE_ONLY = { open: null, high: null, low: null };

test('the title names price, range and date as the listing is quoted', async () => {
  const titleOf = async (query: string, meta = {}, factor = (_row: number) => 1) => {
    const rows = risingRows().map((row, i) => ({ ...row, ...CLOSE_ONLY, close: row.close! * factor(i) }));
    fakeUpstream({ chart: () => json(chartBody(rows, { symbol: query.split('&')[0], ...meta })) });
    const { title, 'og:title': copy } = await previewOf(`/demo?ticker=${query}`);
    expect(copy).toBe(title);
    return title;
  };
  expect(await titleOf('AAPL')).toBe(
    'AAPL $108.00: 8 in 10 chance of $107.75 to $108.70 on Nov 27. Model estimate',
  );
  expect(await titleOf('AAPL&days=30', {}, (row) => 1 + (row % 2) / 5)).toBe(
    'AAPL $129.60: 8 in 10 chance of $66.87 to $234.06 on Dec 31. Model estimate',
  );
  const tokyo = { currency: 'JPY', exchangeTimezoneName: 'Asia/Tokyo' };
  expect(await titleOf('7203.T', tokyo, () => 25)).toBe(
    '7203.T ¥2,700.0: 8 in 10 chance of ¥2,693.6 to ¥2,718.2 on Nov 30. Model estimate',
  );
  expect(await titleOf('EURUSD=X', { instrumentType: 'CURRENCY' }, () => 0.01)).toBe(
    'EURUSD=X $1.0800: 8 in 10 chance of $1.0753 to $1.0847 on Nov 26. Model estimate',
  );
});

test('the description names source, time, range and date; the URL is canonical, the picture one for all', async () => {
  fakeUpstream();
  const path = '/prediction?days=14&range=1Y&ticker=NASDAQ:AAPL';
  const preview = await previewOf(path);
  expect(preview).toMatchObject({
    description:
      'Apple Inc. · Yahoo · Nov 17, 12:00 New York · delayed 15 min. 8 in 10 chance of a close between $106.66 and $110.07 on Tue, Dec 8. Chance of a lower close: 36%. Not investment advice.',
    'og:description': preview['description'],
    'og:url': 'https://candor.test/demo?ticker=AAPL&days=14',
    'og:image': 'https://candor.test/share.png',
    'twitter:card': 'summary_large_image',
  });
  const { headers, text } = await liveWorker().request(path, {
    headers: { ...AGENT.headers, 'Accept-Language': 'de' },
  });
  expect(headers.get('Link')).toBe(`<${preview['og:url']}>; rel="canonical"`);
  expect(text).toContain('8 in 10 chance of 106,66\u00a0$ to ');
});

test('simulated and stale prices are called so beside the price, and a withheld forecast has its reason', async () => {
  const sample = await previewOf('/demo', testWorker({ ASSETS }));
  expect(sample['title']).toMatch(/^AAPL \$[\d.]+ \(simulated\): 8 in 10 chance of /);
  expect(sample['description']).toContain(' · Sample market: simulated prices · ');

  const upstream = fakeUpstream({ chart: () => json(chartBody(risingRows(20))) });
  const worker = liveWorker();
  const fresh = await previewOf('/demo', worker);
  expect(fresh['title']).toBe('AAPL $102.00: no forecast');
  expect(fresh['description']).toContain('AAPL has only 19 finished sessions; a forecast needs at least 60.');
  upstream.chart = down;
  worker.clock.ms += 600_000;
  const stale = await previewOf('/demo', worker);
  expect(stale['title']).toBe('AAPL $102.00 (stale): no forecast');
  expect(stale['description']).toContain(' · Stale: Yahoo · Nov 17, 12:00 New York · ');
});

test('a stale copy is refreshed first, because apps keep a preview for days', async () => {
  const upstream = fakeUpstream();
  const worker = liveWorker();
  await worker.request('/demo');
  upstream.chart = () => json(chartBody(risingRows(90)));
  worker.clock.ms += 600_000;
  expect((await previewOf('/demo', worker))['title']).toMatch(/^AAPL \$109\.00: /);
});

test.each(['</title><script>alert(1)</script>', '"><meta http-equiv="refresh">'])(
  'a company named %s is text in its preview',
  async (longName) => {
    fakeUpstream();
    const usual = await liveWorker().request('/demo', AGENT);
    fakeUpstream({ chart: () => json(chartBody(risingRows(), { longName, shortName: longName })) });
    const hostile = await liveWorker().request('/demo', AGENT);
    expect(await elements(hostile.text)).toEqual(await elements(usual.text));
    expect(hostile.text).toMatch(/<meta name="description" content="[^"]+ · Yahoo · Nov 17, 12:00 /);
  },
);

describe('the head is the same bytes as everybody’s', () => {
  test.each<[string, Reply, string, WorkerBindings]>([
    ['a slow source', (_, init) => hang(init), '/demo', {}],
    ['a source that is down', down, '/demo', {}],
    ['an unknown symbol', () => json(UNKNOWN_SYMBOL_BODY, 404), '/demo?ticker=ZZZZ', {}],
    ['a text that is no ticker', () => json(chartBody()), '/demo?ticker=%3C', {}],
    ['a wrong configuration', () => json(chartBody()), '/demo', { MARKET_DATA: 'imaginary' }],
  ])('for an agent and %s', async (_, chart, path, bindings) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeUpstream({ chart });
    const response = await liveWorker(bindings, { firstScreenMs: 50 }).open(path, AGENT);
    expect((await response.text()).startsWith(`${HEAD}<body>`)).toBe(true);
  });

  test('for a browser', async () => {
    fakeUpstream();
    const { text } = await liveWorker().request('/demo', { headers: { 'User-Agent': BROWSER } });
    expect(text.startsWith(`${HEAD}<body><div id="first-screen"`)).toBe(true);
  });
});

test('agents are told from browsers inside apps and from search engines', () => {
  const agents = [
    `${BROWSER} facebookexternalhit/1.1 Facebot Twitterbot/1.0`,
    'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
    'http.rb/5.1.1 (Mastodon/4.2.10; +https://mastodon.social/)',
    'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2',
  ];
  const others = [
    BROWSER,
    `${BROWSER} [Pinterest/iOS]`,
    `${BROWSER} [FBAN/FBIOS;FBAV/482.0]`,
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    '',
  ];
  const found = [...agents, ...others].filter((agent) =>
    isPreviewAgent(new Request('https://x.test', { headers: { 'User-Agent': agent } })),
  );
  expect(found).toEqual(agents);
});

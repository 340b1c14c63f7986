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
  type ChartRow,
  type Reply,
} from '#support/worker/yahoo-upstream.ts';
import { elements } from './html.ts';

afterEach(() => vi.restoreAllMocks());

const HEAD = '<!doctype html><title>Candor</title><meta\n  name="description"\n  content="All"\n/>';
const shell = () => new Response(`${HEAD}<body><!--first-screen--></body>`);
const ASSETS = assets({ '/shell/prediction': shell, '/shell/demo': shell });
const BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const AGENT = { headers: { 'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' } };

const liveWorker = (bindings: WorkerBindings = {}, firstScreenMs?: number) =>
  testWorker({ ...liveBindings(), ASSETS, ...bindings }, undefined, undefined, {
    ...(firstScreenMs !== undefined && { firstScreenMs }),
  });

/** A document's title and named contents, as an agent reads them. */
async function headOf(html: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const parser = new HTMLRewriter()
    .on('title', { text: ({ text }) => void (found['title'] = (found['title'] ?? '') + text) })
    .on('meta', {
      element: (meta) => {
        const name = meta.getAttribute('property') ?? meta.getAttribute('name') ?? '';
        found[name] = (meta.getAttribute('content') ?? '').replaceAll('&amp;', '&');
      },
    });
  await parser.transform(new Response(html)).text();
  return found;
}

const scaled = (factor: (row: number) => number) =>
  risingRows().map((row, i) => ({
    ...row,
    open: null,
    high: null,
    low: null,
    close: row.close! * factor(i),
  }));

const ZONE = 'exchangeTimezoneName';

test.each<[string, string, readonly ChartRow[], Record<string, unknown>, string]>([
  ['rising', 'AAPL', risingRows(), {}, 'AAPL $108.00: 8 in 10 chance of $106.94 to $109.43 on Nov 27'],
  [
    'wide',
    'AAPL&days=30',
    scaled((i) => 1 + (i % 2) / 5),
    {},
    'AAPL $129.60: 8 in 10 chance of $66.87 to $234.06 on Dec 31',
  ],
  [
    'in yen',
    '7203.T',
    scaled(() => 25),
    { currency: 'JPY', [ZONE]: 'Asia/Tokyo' },
    '7203.T ¥2,700.0: 8 in 10 chance of ¥2,693.6 to ¥2,718.2 on Nov 30',
  ],
  [
    'of a pair',
    'EURUSD=X',
    scaled(() => 0.01),
    { instrumentType: 'CURRENCY' },
    'EURUSD=X $1.0800: 8 in 10 chance of $1.0753 to $1.0847 on Nov 26',
  ],
])('a preview %s names price, range and date in its title', async (_, query, rows, meta, title) => {
  const [symbol] = query.split('&');
  fakeUpstream({ chart: () => json(chartBody(rows, { symbol, ...meta })) });
  const head = await headOf((await liveWorker().request(`/demo?ticker=${query}`, AGENT)).text);
  expect(head['title']).toBe(`${title}. Model estimate`);
  expect(head['og:title']).toBe(head['title']);
});

test('the description names source, time, range and date; the URL is canonical, the picture one for all', async () => {
  fakeUpstream();
  const path = '/prediction?days=14&range=1Y&ticker=NASDAQ:AAPL';
  const { text, headers } = await liveWorker().request(path, AGENT);
  const head = await headOf(text);
  expect(head).toMatchObject({
    description:
      'Apple Inc. · Yahoo · Nov 17, 12:00 New York · delayed 15 min. 8 in 10 chance of a close between $106.66 and $110.07 on Tue, Dec 8. Chance of a lower close: 36%. Not investment advice.',
    'og:description': head['description'],
    'og:url': 'https://candor.test/demo?ticker=AAPL&days=14',
    'og:image': 'https://candor.test/share.png',
    'twitter:card': 'summary_large_image',
  });
  expect(headers.get('Link')).toBe(`<${head['og:url']}>; rel="canonical"`);
  expect(text).toContain('id="first-screen"');
  const german = { headers: { ...AGENT.headers, 'Accept-Language': 'de' } };
  expect((await headOf((await liveWorker().request(path, german)).text))['title']).toContain('106,66\u00a0$');
});

test('simulated and stale prices are called so beside the price, and a withheld forecast has its reason', async () => {
  const sample = await testWorker({ ASSETS }).request('/demo', AGENT);
  const { title, description } = await headOf(sample.text);
  expect(title).toMatch(/^AAPL \$[\d.]+ \(simulated\): 8 in 10 chance of /);
  expect(description).toContain(' · Sample market: simulated prices · ');

  const upstream = fakeUpstream({ chart: () => json(chartBody(risingRows(20))) });
  const worker = liveWorker();
  const fresh = await headOf((await worker.request('/demo', AGENT)).text);
  expect(fresh['title']).toBe('AAPL $102.00: no forecast');
  expect(fresh['description']).toContain('AAPL has only 19 finished sessions; a forecast needs at least 60.');
  upstream.chart = down;
  worker.clock.ms += 600_000;
  await worker.request('/demo');
  const stale = await headOf((await worker.request('/demo', AGENT)).text);
  expect(stale['title']).toBe('AAPL $102.00 (stale): no forecast');
  expect(stale['description']).toContain(' · Stale: Yahoo · Nov 17, 12:00 New York · ');
});

test.each(['</title><script>alert(1)</script>', '"><meta http-equiv="refresh">'])(
  'a company named %s is text in its preview',
  async (longName) => {
    fakeUpstream();
    const usual = await liveWorker().request('/demo', AGENT);
    fakeUpstream({ chart: () => json(chartBody(risingRows(), { longName, shortName: longName })) });
    const hostile = await liveWorker().request('/demo', AGENT);
    expect(await elements(hostile.text)).toEqual(await elements(usual.text));
    expect((await headOf(hostile.text))['description']).toContain(' · Yahoo · Nov 17, 12:00 New York · ');
  },
);

describe('the head is the same bytes as everybody’s', () => {
  test.each<[string, Reply, string, WorkerBindings, number?]>([
    ['a slow source', (_, init) => hang(init), '/demo', {}, 0],
    ['a source that is down', down, '/demo', {}],
    ['an unknown symbol', () => json(UNKNOWN_SYMBOL_BODY, 404), '/demo?ticker=ZZZZ', {}],
    ['a text that is no ticker', () => json(chartBody()), '/demo?ticker=%3C', {}],
    ['a wrong configuration', () => json(chartBody()), '/demo', { MARKET_DATA: 'imaginary' }],
  ])('for an agent and %s', async (_, chart, path, bindings, deadlineMs) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeUpstream({ chart });
    const response = await liveWorker(bindings, deadlineMs).open(path, AGENT);
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

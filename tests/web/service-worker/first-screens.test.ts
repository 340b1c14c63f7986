import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseTicker } from '#compute';
import { initialData } from '#worker/first-screen';
import { documentWith, firstScreenFor } from '#web/service-worker/first-screens.ts';
import { LISTINGS_CACHE } from '#web/shared/browser/caches.ts';

const VERSION = 2;
const NOW_MS = Date.UTC(2026, 10, 21, 15);

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW_MS);
  // Requests to the server time out at once.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A stand-in for the browser's caches: one cache, keyed by URL with query. */
function fakeCaches() {
  const entries = new Map<string, Response>();
  const cache = {
    match: async (path: string) => entries.get(path)?.clone(),
    delete: async (path: string) => entries.delete(path),
  };
  const opened: string[] = [];
  const open = async (name: string) => {
    opened.push(name);
    return cache as unknown as Cache;
  };
  return { entries, opened, open };
}

/** A first screen whose figures show where it comes from. */
const firstScreen = (figure: string, ticker = 'NVDA') =>
  `<div id="first-screen">${figure}</div>${initialData({ ticker, days: '7', etag: '"1"' }, `"${figure}"`)}`;

/** The page's copy, current for that many hours from now. */
function copy(currentHours: number, ticker = 'NVDA'): Response {
  const currentUntil = new Date(NOW_MS + currentHours * 3_600_000).toISOString();
  return new Response(firstScreen('copy', ticker), { headers: { 'X-Candor-Current-Until': currentUntil } });
}
const CURRENT = () => copy(22);
const OLD = () => copy(-16);
const KEY = '/first-screen?ticker=NVDA&days=7';

function setUp({
  stored = {},
  server = () => new Response(null, { status: 503 }),
}: {
  stored?: Record<string, Response>;
  server?: (url: string, signal: AbortSignal) => Response | Promise<Response>;
}) {
  const caches = fakeCaches();
  for (const [key, response] of Object.entries(stored)) caches.entries.set(key, response);
  const asked: string[] = [];
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    asked.push(url);
    return server(url, signal);
  });
  const shown = async (path = '/prediction?ticker=NVDA') => {
    const { html } = await firstScreenFor(new URL(path, 'https://candor.test'), VERSION);
    return html;
  };
  return { ...caches, asked, shown };
}

const served = () =>
  new Response(firstScreen('server'), { headers: { 'Cache-Status': 'candor; hit; ttl=9; detail="kv"' } });
const offline = () => Promise.reject(new TypeError('no network'));
const silent = (_: string, signal: AbortSignal) => Promise.reject<Response>(signal.reason as Error);

describe('the first screen of a document', () => {
  it('is the copy, marked as one, without a request, if that is current', async () => {
    const { shown, asked, opened } = setUp({ stored: { [KEY]: CURRENT() }, server: served });
    expect(await shown()).toContain(' id="initial-data" data-copy="true" data-ticker="NVDA"');
    expect(asked).toEqual([]);
    expect(opened).toEqual([LISTINGS_CACHE]);
  });

  it('is the server’s, with its cache status, if the copy is old or missing', async () => {
    for (const stored of [{ [KEY]: OLD() }, {}]) {
      const { shown, asked } = setUp({ stored, server: served });
      const html = await shown();
      expect(html).toContain('server');
      expect(html).toContain(' data-cache-status="candor; hit; ttl=9; detail=&quot;kv&quot;"');
      expect(html).not.toContain('data-copy');
      expect(asked).toEqual(['/api/stock/NVDA?days=7&view=document&v=2']);
    }
  });

  it.each([
    ['offline', offline],
    ['late', silent],
    ['failing', () => new Response('{}', { status: 503 })],
    ['of another version', () => new Response('{}', { status: 409 })],
    ['a host of files, which sends its page for everything', () => new Response('<!doctype html>')],
  ])(
    'is the old copy all the same while the server is %s; without a copy the page asks',
    async (_, server) => {
      expect(await setUp({ stored: { [KEY]: OLD() }, server }).shown()).toContain('copy');
      expect(await setUp({ server }).shown()).toBe('');
    },
  );

  it('D06 is never another user’s: deleting the cache removes everything', async () => {
    const { shown, entries } = setUp({ stored: { [KEY]: CURRENT() }, server: offline });
    expect(await shown()).toContain('copy');
    entries.clear();
    expect(await shown()).toBe('');
  });

  it('D06 is empty if the listing is unknown, and for no other failure', async () => {
    const gone = () =>
      new Response('{}', { status: 404, headers: { 'Content-Type': 'application/json; charset=utf-8' } });
    expect(await setUp({ stored: { [KEY]: OLD() }, server: gone }).shown()).toBe('');
    const noApi = setUp({
      stored: { [KEY]: OLD() },
      server: () => new Response('Not here', { status: 404 }),
    });
    expect(await noApi.shown()).toContain('copy');
  });

  it('is empty if both storage and network fail', async () => {
    const { shown } = setUp({ server: offline });
    vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('no', 'UnknownError')) });
    expect(await shown('/demo')).toBe('');
  });

  it.each([
    ['/prediction', 'AAPL', 7],
    ['/prediction?ticker=%20nvda&days=30&range=1Y', 'NVDA', 30],
    ['/prediction?ticker=brk.b&days=5', 'BRK.B', 7],
    ['/demo', 'AAPL', 7],
    ['/demo?ticker=^gspc&days=30', '^GSPC', 30],
    ['/prediction?ticker=NASDAQ:NVDA', 'NVDA', 7],
    ['/demo?ticker=$msft', 'MSFT', 7],
  ])('%s shows %s over %i days, as the page would', async (path, ticker, days) => {
    expect(parseTicker(ticker).ok).toBe(true);
    const key = `/first-screen?${new URLSearchParams({ ticker, days: String(days) })}`;
    expect(await setUp({ stored: { [key]: copy(1, ticker) } }).shown(path)).toContain('copy');
    const { shown, asked } = setUp({});
    await shown(path);
    expect(asked).toEqual([`/api/stock/${encodeURIComponent(ticker)}?days=${days}&view=document&v=2`]);
  });

  it.each(['', '%20', '%3Cscript%3E', 'A'.repeat(21)])('is empty for ticker=%s', async (text) => {
    const { shown, asked } = setUp({ server: served });
    expect(await shown(`/prediction?ticker=${text}`)).toBe('');
    expect(asked).toEqual([]);
  });
});

describe('a document', () => {
  const SHELL = '<html><div id="root"></div><!--first-screen--></html>';
  const shell = () =>
    new Response(SHELL, {
      headers: { 'Content-Security-Policy': "default-src 'none'", 'Content-Length': '53', ETag: '"shell"' },
    });

  it('streams the shell at once, with its build’s policy, and the first screen once it has loaded', async () => {
    let give: (html: string) => void = () => undefined;
    const later = new Promise<string>((resolve) => {
      give = resolve;
    });
    const response = await documentWith(shell(), later);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-security-policy': "default-src 'none'",
      'content-type': 'text/plain;charset=UTF-8',
    });
    const reader = response.body!.getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await read()).toBe('<html><div id="root"></div>');
    give('<p>it</p>');
    expect(await read()).toBe('<p>it</p></html>');
    expect((await reader.read()).done).toBe(true);
  });

  it('comes in one piece if the first screen is ready', async () => {
    const reader = (await documentWith(shell(), '<p>it</p>')).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(
      SHELL.replace('<!--first-screen-->', '<p>it</p>'),
    );
  });

  it('is the shell alone without a first screen', async () => {
    expect(await (await documentWith(shell(), Promise.resolve(''))).text()).toBe(
      SHELL.replace('<!--first-screen-->', ''),
    );
  });
});

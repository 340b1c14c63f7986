/** The first script of /prediction and /demo as the build wrote it, against the app's own reading of an address. */
import { compileFunction } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseView } from '../../web/features/stock/view-url.ts';
import { newsUrl, sentimentUrl, snapshotUrl } from '../../web/shared/api/listing-urls.ts';
import { misreadTicker } from '../../web/shared/search/ticker-text.tsx';
import { storedUserKey } from '../../web/shared/sign-in/identity.ts';
import { uniform } from '../compute/seeded.ts';
import { runs } from '../support/runs.ts';

const BUILD = join(import.meta.dirname, '../../dist/test/web');
const API_KEY = 'demo-candor';
const SESSION = JSON.stringify({ uid: 'u1', apiKey: API_KEY, stsTokenManager: { refreshToken: 'r' } });

const html = (page: string) => readFileSync(join(BUILD, `${page}.html`), 'utf8');
const scripts = (page: string) =>
  [...html(page).matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);

interface Visit {
  readonly page: 'prediction' | 'demo';
  readonly search: string;
  readonly session?: string | null;
}

type Run = (...globals: unknown[]) => void;

const compiled = new Map<string, Run>();

/** The script of a page as a function of the globals that it uses. */
function scriptOf(page: string): Run {
  const known = compiled.get(page);
  if (known) return known;
  const run = compileFunction(scripts(page).at(-1) ?? '', [
    'window',
    'location',
    'localStorage',
    'sessionStorage',
    'fetch',
    'Worker',
  ]) as Run;
  compiled.set(page, run);
  return run;
}

/** What the script of a page does at an address: the requests it makes and the workers it starts. */
function visit({ page, search, session = SESSION }: Visit) {
  const requests: string[] = [];
  const workers: string[] = [];
  const fetch = (url: string) => {
    requests.push(url);
    return Promise.resolve();
  };
  class Worker {
    constructor(url: string) {
      workers.push(url);
    }
    addEventListener() {}
  }
  const localStorage = { getItem: (key: string) => (key === storedUserKey(API_KEY) ? session : null) };
  const sessionStorage = { getItem: () => null };
  scriptOf(page)({}, { pathname: `/${page}`, search }, localStorage, sessionStorage, fetch, Worker);
  return { requests, workers };
}

/** Query strings as people, links and mistakes make them. */
function addresses(count: number): string[] {
  const random = uniform(7);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const letters = [...'AaZz09.-=&^ +/%<>"éſı中', '%20', '%2B', '%00', '\u0000'];
  const text = () => Array.from({ length: Math.floor(random() * 24) }, () => pick(letters)).join('');
  const ticker = () =>
    pick([text, () => pick(['NVDA', 'aapl', 'BRK.B', '^GSPC', 'EURUSD=X', ' msft ', '', 'A'.repeat(21)])])();
  const part = () =>
    pick([
      () => `ticker=${random() < 0.5 ? ticker() : encodeURIComponent(ticker())}`,
      () => `days=${pick(['1', '7', '14', '30', '3', '07', '', '1e1', ' 7'])}`,
      () => `range=${pick(['1W', 'ALL', '2Y', ''])}`,
      text,
    ])();
  return Array.from({ length: count }, () =>
    random() < 0.05 ? '' : `?${Array.from({ length: 1 + Math.floor(random() * 3) }, part).join('&')}`,
  );
}

describe('the first script of /prediction', () => {
  it('asks for what the app asks for, over random addresses', () => {
    const searches = addresses(runs(10_000));
    let asking = 0;
    for (const search of searches) {
      const { ticker, horizonDays } = parseView(search);
      const expected =
        misreadTicker(search, 'ticker') === null
          ? [snapshotUrl(ticker, horizonDays), sentimentUrl(ticker), newsUrl(ticker)]
          : [];
      const { requests, workers } = visit({ page: 'prediction', search });
      expect({ search, requests }).toEqual({ search, requests: expected });
      expect(workers).toHaveLength(expected.length === 0 ? 0 : 1);
      asking += expected.length === 0 ? 0 : 1;
    }
    // Neither kind of address is rare.
    expect(asking).toBeGreaterThan(0.2 * searches.length);
    expect(asking).toBeLessThan(0.8 * searches.length);
  });

  it.each([
    ['a guest', null],
    ['a corrupt session', '{'],
    ['a session of another project', SESSION.replace(API_KEY, 'other')],
    ['a session without a token', JSON.stringify({ uid: 'u1', apiKey: API_KEY })],
  ])('asks for nothing for %s', (_who, session) => {
    expect(visit({ page: 'prediction', search: '?ticker=NVDA', session })).toEqual({
      requests: [],
      workers: [],
    });
  });

  it('takes at most a kibibyte compressed, and comes before every style sheet, which it would wait for', () => {
    expect(scripts('prediction')).toHaveLength(2);
    expect(gzipSync(scripts('prediction')[1] ?? '').byteLength).toBeLessThanOrEqual(1024);
    expect(html('prediction').lastIndexOf('<script>')).toBeLessThan(html('prediction').indexOf('stylesheet'));
  });
});

it('the demo asks for the listing that it shows on its one horizon, guest or not, over random addresses', () => {
  for (const search of addresses(runs(10_000))) {
    const { ticker } = parseView(search);
    const expected = [snapshotUrl(ticker, 7), sentimentUrl(ticker), newsUrl(ticker)];
    for (const session of [null, SESSION]) {
      const { requests, workers } = visit({ page: 'demo', search, session });
      expect({ search, requests }).toEqual({ search, requests: expected });
      expect(workers).toHaveLength(1);
    }
  }
}, 60_000);

it('no other page has such a script, and the policy names every script of every page', () => {
  for (const page of ['index', 'about', 'login', 'profile', 'watchlist', '404']) {
    expect(scripts(page)).toHaveLength(1);
  }
  const policy = readFileSync(join(BUILD, '_headers'), 'utf8');
  expect(policy.match(/'sha256-[^']+'/g)).toHaveLength(2);
  expect(Math.max(...policy.split('\n').map(({ length }) => length))).toBeLessThan(2000);
});

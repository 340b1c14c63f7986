/**
 * G10 and G11: scores the built page, with a deployment's headers, and a Worker response by the public tools' own code: MDN's
 * Observatory and Google's CSP Evaluator. Nothing leaves this machine.
 */
import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js';
import { getGradeForScore, getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js';
import { parseHttpEquivHeaders } from '@mdn/mdn-http-observatory/src/retriever/utils.js';
import { Requests, type CapturedResponse } from '@mdn/mdn-http-observatory/src/types.js';
import { CspEvaluator } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fromRoot } from '#scripts/stack/repository.ts';
import { TEST_BUILD } from './test-build.ts';
import { builtPageHeaders } from '../../vite.headers.ts';
import { bundledWorker, startWorkerd } from '../support/workerd-server.ts';

/** Settings of a deployment that the tests' shared build lacks. */
const DEPLOYED = { VITE_FIREBASE_AUTH_DOMAIN: 'candor.firebaseapp.com' };

/** An ordinary domain, and one below a top-level domain that browsers reach only over TLS. */
const CUSTOM_HOST = 'candor.test';
const PRELOADED_HOST = 'candor.app';
/** The package fetches the browsers' list at installation, which this repository does not allow. */
const PRELOAD_LIST = JSON.stringify({ app: { mode: 'force-https', includeSubDomains: true } });

interface Captured {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string | null;
}

interface Grade {
  readonly score: number;
  readonly grade: string;
  readonly failed: readonly string[];
}

let page: Captured;
let api: Captured;

beforeAll(async () => {
  const readFileSync = fs.readFileSync;
  vi.spyOn(fs, 'readFileSync').mockImplementation(((path: string, ...rest: []) =>
    String(path).endsWith('hsts-preload.json') ? PRELOAD_LIST : readFileSync(path, ...rest)) as never);
  [page, api] = await Promise.all([builtPage(), apiAnswer()]);
}, 60_000);

afterAll(() => vi.restoreAllMocks());

/** A built page with the headers of a deployment without the emulator. */
async function builtPage(): Promise<Captured> {
  const folder = fromRoot(TEST_BUILD.web);
  return {
    html: await readFile(join(folder, 'index.html'), 'utf8'),
    headers: Object.fromEntries([
      ['content-type', 'text/html; charset=utf-8'],
      ...builtPageHeaders(folder, DEPLOYED).map(([name, value]) => [name.toLowerCase(), value]),
    ]),
  };
}

async function apiAnswer(): Promise<Captured> {
  const script = await bundledWorker();
  const server = await startWorkerd([{ name: 'candor', script, vars: { MARKET_DATA: 'sample' } }]);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port('candor')}/api/stock/AAPL?view=columns&v=2`);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    return { headers: Object.fromEntries(response.headers), html: null };
  } finally {
    await server.stop();
  }
}

/** The Observatory's captured requests of a host that redirects http to https and responds to every request with this. */
function requestsOf({ headers, html }: Captured, host: string): Requests {
  const requests = new Requests(host);
  const url = new URL(`https://${host}/`);
  const response: CapturedResponse = {
    // The only method of headers that the scoring calls.
    headers: Object.defineProperty({ ...headers }, 'get', { value: (name: string) => headers[name] }),
    request: { headers: { origin: 'https://http-observatory.security.mozilla.org' } },
    status: 200,
    verified: true,
    httpEquiv: html === null ? new Map() : parseHttpEquivHeaders(html, url.href),
  };
  Object.assign(requests.responses, { auto: response, cors: response, http: response, https: response });
  requests.responses.httpRedirects = [
    { url: new URL(`http://${host}/`), status: 301 },
    { url, status: 200 },
  ];
  requests.resources.path = html;
  requests.session = { url };
  return requests;
}

/** The Observatory's own scan, from its tests to its grade; only the retrieval is replaced. */
function gradeOf(captured: Captured, host: string): Grade {
  const requests = requestsOf(captured, host);
  const results = ALL_TESTS.map((run) => run(requests));
  const modifiers = results.map(({ result }) => getScoreModifier(result ?? ''));
  const uncurved = modifiers.reduce((score, modifier) => score + Math.min(modifier, 0), 100);
  const curved = modifiers.reduce((score, modifier) => score + modifier, 100);
  const failed = results.flatMap(({ pass, result }) => (pass ? [] : [String(result)]));
  return { ...getGradeForScore(uncurved >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? curved : uncurved), failed };
}

describe('G10 the Observatory', () => {
  test.each([
    ['the page on a custom domain', () => page, CUSTOM_HOST, 130],
    ['the page below a preloaded top-level domain', () => page, PRELOADED_HOST, 135],
    ['an API answer', () => api, CUSTOM_HOST, 130],
  ])('%s', (_name, captured, host, least) => {
    const { score, grade, failed } = gradeOf(captured(), host);
    expect(failed).toEqual([]);
    expect(grade).toBe('A+');
    expect(score).toBeGreaterThanOrEqual(least);
  });

  test('gives a page without headers a D, so the scoring works', () => {
    const bare = { html: page.html, headers: { 'content-type': 'text/html' } };
    expect(gradeOf(bare, CUSTOM_HOST).grade).toBe('D');
  });
});

const findingsOf = (policy: string) => new CspEvaluator(new CspParser(policy).csp).evaluate();

describe('G11 the CSP Evaluator', () => {
  test.each([
    ['the page', () => page],
    ['an API answer', () => api],
  ])('finds nothing above "maybe" in the policy of %s', (_name, captured) => {
    const policy = captured().headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    const findings = findingsOf(policy);
    expect(findings.filter(({ severity }) => severity < Severity.HIGH_MAYBE)).toEqual([]);
    expect(policy).not.toContain('unsafe-');
  });

  test('reports a policy that allows inline scripts', () => {
    expect(findingsOf("script-src 'unsafe-inline'").some(({ severity }) => severity === Severity.HIGH)).toBe(
      true,
    );
  });
});

import * as v from 'valibot';
import {
  errorSchema,
  healthSchema,
  searchSchema,
  snapshotSchema,
  stockSchema,
} from '../../worker/contract/contract.ts';
import { parseJson } from '../../worker/body.ts';
import { apiHeaders } from '../../worker/http/security-headers.ts';

/** The result of one check. `problem` is `null` if it passed. */
interface SmokeFinding {
  readonly name: string;
  readonly problem: string | null;
  readonly tookMs: number;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Ask = (path: string, init?: RequestInit) => Promise<Answer>;

interface Check {
  readonly name: string;
  /** Resolves with the problem, or `null`. If it throws, the message is the problem. */
  run(ask: Ask, origin: URL): Promise<string | null>;
}

const TIMEOUT_MS = 10_000;
const TICKER = 'AAPL';

const CHECKS: readonly Check[] = [
  {
    name: 'the page has its security policy',
    async run(ask, origin) {
      const page = await ask('/');
      const policy = page.headers.get('Content-Security-Policy') ?? '';
      if (page.status !== 200 || !page.text.includes('<title>')) return `status ${page.status}, not the page`;
      if (!policy.startsWith("default-src 'none'")) return 'no Content-Security-Policy';
      if (policy.includes('unsafe-')) return 'the policy allows something unsafe';
      const isSecure = page.headers.has('Strict-Transport-Security');
      return origin.protocol === 'https:' && !isSecure ? 'no Strict-Transport-Security' : null;
    },
  },
  {
    name: 'scripts are cached for a year',
    async run(ask) {
      const [path] = /\/assets\/[\w.-]+\.js/.exec((await ask('/')).text) ?? [];
      if (path === undefined) return 'the page has no script';
      const script = await ask(path);
      if (script.status !== 200) return `${path} is ${script.status}`;
      return script.headers.get('Cache-Control')?.includes('immutable') === true
        ? null
        : `Cache-Control is ${script.headers.get('Cache-Control')}`;
    },
  },
  {
    name: '/api/health reports mode and providers',
    async run(ask) {
      const health = await ask('/api/health');
      const body = v.parse(healthSchema, JSON.parse(health.text));
      const open = body.providers.filter(({ breaker }) => breaker === 'open').map(({ name }) => name);
      return open.length === 0 ? null : `circuit breaker open: ${open.join(', ')}`;
    },
  },
  {
    name: 'API responses have the security headers',
    async run(ask) {
      const { headers } = await ask('/api/health');
      const missing = [...apiHeaders().map(([name]) => name), 'X-Request-Id'].filter(
        (name) => !headers.has(name),
      );
      return missing.length === 0 ? null : `missing: ${missing.join(', ')}`;
    },
  },
  {
    name: '/api/stock returns an analysis',
    async run(ask) {
      const stock = await ask(`/api/stock/${TICKER}?days=7`);
      if (stock.status !== 200) return `status ${stock.status} ${stock.text.slice(0, 120)}`;
      const body = v.parse(stockSchema, JSON.parse(stock.text));
      if (body.future_predictions.length !== 7) return `${body.future_predictions.length} days of forecast`;
      return body.stale ? `the data from ${body.as_of} is stale` : null;
    },
  },
  {
    name: 'price history comes as columns and is not sent twice',
    async run(ask) {
      const path = `/api/stock/${TICKER}?view=columns&v=2`;
      const first = await ask(path);
      if (first.status !== 200) return `status ${first.status}`;
      v.parse(snapshotSchema, JSON.parse(first.text));
      const etag = first.headers.get('ETag') ?? '';
      const again = await ask(path, { headers: { 'If-None-Match': etag } });
      // The entry may have been refreshed between the two requests.
      return again.status === 304 || again.headers.get('ETag') !== etag ? null : `status ${again.status}`;
    },
  },
  {
    name: 'search finds the stock',
    async run(ask) {
      const found = v.parse(searchSchema, JSON.parse((await ask('/api/search?q=apple&limit=5')).text));
      return found.some(({ symbol }) => symbol === TICKER)
        ? null
        : `${TICKER} is not among ${found.length} results`;
    },
  },
  {
    // Responds with 503 if no project is set.
    name: 'accounts require a sign-in',
    run: async (ask) => wrongError(await ask('/api/me/items'), 401, 'unauthenticated'),
  },
  {
    name: 'an unknown API route returns 404 as JSON',
    run: async (ask) => wrongError(await ask('/api/nothing-here'), 404, 'not_found'),
  },
  {
    name: 'the API’s description is a file with the API’s policy, for every site',
    async run(ask) {
      const { headers, text } = await ask('/api/openapi.json');
      if (!text.startsWith('{"openapi":"3.1.0"')) return `begins with ${text.slice(0, 40)}`;
      const [[name, policy] = ['', '']] = apiHeaders();
      const expected = {
        [name]: policy,
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=300',
      };
      const wrong = Object.entries(expected).filter(([header, value]) => headers.get(header) !== value);
      return wrong.length === 0 ? null : `wrong: ${wrong.map(([header]) => header).join(', ')}`;
    },
  },
  {
    // A setting turns it off; then the path is unknown.
    name: '/mcp answers assistants or is turned off',
    run: assistantProblem,
  },
];

const MCP_VERSION = '2025-11-25';
const MCP_TOOL = 'get_quote';

const initializedSchema = v.object({
  protocolVersion: v.literal(MCP_VERSION),
  capabilities: v.object({ tools: v.object({}) }),
});
const toolsSchema = v.object({ tools: v.array(v.object({ name: v.string() })) });
const quoteSchema = v.object({
  isError: v.literal(false),
  structuredContent: v.object({ ticker: v.literal(TICKER), current_price: v.number(), notice: v.string() }),
});

/** What stands in an assistant's way from opening the protocol to a listing's price. */
async function assistantProblem(ask: Ask): Promise<string | null> {
  const initialize = await postMessage(ask, 'initialize', {
    protocolVersion: MCP_VERSION,
    capabilities: {},
    clientInfo: { name: 'candor-smoke', version: '1' },
  });
  if (wrongError(initialize, 404, 'not_found') === null) return null;
  resultOf(initialize, 'initialize', initializedSchema);
  const { tools } = resultOf(await postMessage(ask, 'tools/list', {}), 'tools/list', toolsSchema);
  if (!tools.some(({ name }) => name === MCP_TOOL)) return `“tools/list” does not offer ${MCP_TOOL}.`;
  const call = { name: MCP_TOOL, arguments: { ticker: TICKER } };
  resultOf(await postMessage(ask, 'tools/call', call), `tools/call ${MCP_TOOL}`, quoteSchema);
  return null;
}

function postMessage(ask: Ask, method: string, params: object): Promise<Answer> {
  return ask('/mcp', {
    method: 'POST',
    headers: {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': MCP_VERSION,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}

/** The result of an MCP request. Throws a sentence that says what is wrong with the answer. */
function resultOf<S extends v.GenericSchema>(
  { status, text }: Answer,
  request: string,
  result: S,
): v.InferOutput<S> {
  const beginning = text.slice(0, 120);
  if (status !== 200) throw new Error(`“${request}” gets status ${status}: ${beginning}`);
  const message = v.safeParse(v.object({ result }), parseJson(text));
  if (message.success) return message.output.result;
  throw new Error(`“${request}” gets no valid ${v.getDotPath(message.issues[0]) ?? 'JSON'}: ${beginning}`);
}

/** Runs all checks on a deployment, one after the other. `origin` is its URL without a path. Never throws. */
export async function smokeFindings(origin: URL): Promise<SmokeFinding[]> {
  const ask: Ask = async (path, init) => {
    const response = await fetch(new URL(path, origin), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const findings: SmokeFinding[] = [];
  for (const { name, run } of CHECKS) {
    const startMs = performance.now();
    const problem = await run(ask, origin).catch((cause: unknown) => explain(cause));
    findings.push({ name, problem, tookMs: performance.now() - startMs });
  }
  return findings;
}

function wrongError({ status, text }: Answer, expected: number, code: string): string | null {
  if (status !== expected) return `status ${status}`;
  const body = v.safeParse(errorSchema, parseJson(text));
  return body.success && body.output.code === code ? null : `not the error ${code}`;
}

function explain(cause: unknown): string {
  if (v.isValiError(cause))
    return cause.issues.map((issue) => v.getDotPath(issue) ?? issue.message).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

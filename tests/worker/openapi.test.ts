/** The published document, and random requests derived from it, whose responses it must declare. */
import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  datesSchema,
  errorSchema,
  healthSchema,
  intradaySchema,
  newsAbsentSchema,
  newsSchema,
  quotesSchema,
  proofSchema,
  forecastsSchema,
  ledgerSchema,
  searchSchema,
  sentimentAbsentSchema,
  sentimentSchema,
  snapshotSchema,
  stockSchema,
  timestampsSchema,
} from '#worker/contract';
import { openApiDocument } from '#scripts/openapi-document.ts';
import { apiHeaders } from '#worker/http/security-headers.ts';
import { runs } from '../support/runs.ts';
import { freshDatabase } from '../support/worker/database.ts';
import { testWorker } from '../support/worker/test-worker.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: { readonly enum?: string[]; readonly const?: string; readonly pattern?: string };
}

interface Operation {
  readonly parameters: Parameter[];
  readonly responses: Record<string, unknown>;
  readonly security?: unknown;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
}

const document: Document = JSON.parse(JSON.stringify(openApiDocument()));

beforeAll(() => freshDatabase());

const ANSWERS: Record<string, v.GenericSchema> = {
  '/api/stock/{ticker}': stockSchema,
  '/api/intraday/{ticker}': intradaySchema,
  '/api/quotes': quotesSchema,
  '/api/dates': datesSchema,
  '/api/sentiment/{ticker}': v.union([sentimentSchema, sentimentAbsentSchema]),
  '/api/news/{ticker}': v.union([newsSchema, newsAbsentSchema]),
  '/api/search': searchSchema,
  '/api/forecasts': forecastsSchema,
  '/api/record': ledgerSchema,
  '/api/record/{ticker}': ledgerSchema,
  '/api/record/verify': proofSchema,
  '/api/record/timestamps': timestampsSchema,
  '/api/health': healthSchema,
};

/** Operations that require an ID token. */
const SIGNED_IN = [
  'GET /api/me/items',
  'PUT /api/me/items',
  'GET /api/me/alerts',
  'GET /api/me/export',
  'DELETE /api/me',
  'GET /api/admin/status',
];

/** Every operation by its method and path. */
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    operation,
  })),
);
const open = operations.filter(({ operation }) => operation.security === undefined);

/** Responses that are not JSON. */
const OTHER_FORMATS = ['/api/record.csv', '/api/record/events.csv', '/api/record.atom', '/badge.svg'];

const RUNS = runs(200);

/** Texts that a parameter's schema accepts. */
function accepted({ schema }: Parameter): fc.Arbitrary<string> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  // Random tickers are seldom listings, so some real ones are added.
  const pattern = new RegExp(schema.pattern ?? '.*', 'u');
  // A random text is never a date.
  if (pattern.test('2026-11-20') && !pattern.test('AAPL'))
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  // Nor a year.
  if (pattern.test('2026') && !pattern.test('2')) return fc.integer({ min: 2000, max: 2999 }).map(String);
  const known = fc
    .constantFrom('AAPL', 'brk.b', 'BTC-USD', 'VOD.L', '2', '5', '30', 'apple')
    .filter((text) => pattern.test(text));
  return fc.oneof(
    known,
    fc.string({ maxLength: 64 }).filter((text) => pattern.test(text) && text.trim() === text),
  );
}

/** Texts that a parameter's schema does not accept. */
function refused({ schema }: Parameter): fc.Arbitrary<string> {
  const isAccepted = (text: string) =>
    schema.enum?.includes(text) ??
    (schema.const === undefined
      ? new RegExp(schema.pattern ?? '', 'u').test(text.trim())
      : schema.const === text);
  return fc
    .string({ unit: 'binary', maxLength: 80 })
    .filter((text) => !isAccepted(text) && text !== '' && !text.includes('/') && !/^\.{1,2}$/.test(text));
}

function address(path: string, values: readonly (readonly [Parameter, string])[]): string {
  let filled = path;
  const query = new URLSearchParams();
  for (const [parameter, value] of values) {
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else query.append(parameter.name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

test('the document is OpenAPI 3.1 and has every data route with its responses', () => {
  expect(document.openapi).toBe('3.1.0');
  const names = [...Object.keys(ANSWERS), ...OTHER_FORMATS].map((path) => `GET ${path}`);
  expect(operations.map(({ name }) => name).sort()).toEqual([...names, ...SIGNED_IN].sort());
});

test.each(SIGNED_IN)('%s requires an ID token, as documented', async (name) => {
  const { operation } = operations.find((each) => each.name === name)!;
  expect(operation.security).toEqual([{ id_token: [] }]);
  const [method = '', path = ''] = name.split(' ');
  const answer = await testWorker({ FIREBASE_PROJECT_ID: 'candor' }).request(path, { method });
  expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
  expect(Object.keys(operation.responses)).toContain('401');
  v.parse(errorSchema, answer.body);
});

test('the document has the parameters with their limits and defaults', () => {
  const parameters = (path: string) =>
    document.paths[path]!['get']!.parameters.map(({ name, required, schema }) => ({
      name,
      required,
      ...schema,
    }));
  expect(parameters('/api/stock/{ticker}')).toEqual([
    { name: 'ticker', required: true, type: 'string', pattern: '^[A-Za-z0-9^][A-Za-z0-9.\\-=&^]{0,19}$' },
    { name: 'days', required: false, type: 'string', enum: ['1', '7', '14', '30'], default: '7' },
    { name: 'view', required: false, type: 'string', enum: ['columns', 'document'] },
    { name: 'v', required: false, type: 'string', pattern: '^[1-9]\\d{0,3}$' },
  ]);
  expect(parameters('/api/search')).toEqual([
    { name: 'q', required: true, type: 'string', pattern: '^(?!\\s*$)\\P{Cc}{1,64}$' },
    { name: 'limit', required: false, type: 'string', pattern: '^(?:[1-9]|10)$', default: '5' },
  ]);
});

describe.each(open.filter(({ path }) => !OTHER_FORMATS.includes(path)))(
  '$path',
  ({ path, operation: { parameters, responses } }) => {
    const worker = testWorker({ RECORD: env.RECORD });

    test('responds to every accepted input with a declared status and a body of its schema', async () => {
      const optional = (parameter: Parameter) =>
        parameter.required ? accepted(parameter) : fc.option(accepted(parameter), { nil: null });
      await fc.assert(
        fc.asyncProperty(fc.tuple(...parameters.map(optional)), async (values) => {
          const given = values.flatMap((value, index) =>
            value === null ? [] : [[parameters[index]!, value] as const],
          );
          const answer = await worker.request(address(path, given));
          expect(Object.keys(responses)).toContain(String(answer.status));
          expect([200, 404, 409]).toContain(answer.status);
          for (const [name, value] of apiHeaders()) expect(answer.headers.get(name)).toBe(value);
          const isDocument = answer.status === 200 && given.some(([, value]) => value === 'document');
          expect(answer.headers.get('Content-Type')).toBe(
            `${isDocument ? 'text/html' : 'application/json'}; charset=utf-8`,
          );
          if (isDocument) return;
          const declared = 'columns' in answer.body ? snapshotSchema : ANSWERS[path]!;
          // Parsing drops what the schema does not declare.
          expect(v.parse(answer.status === 200 ? declared : errorSchema, answer.body)).toEqual(answer.body);
        }),
        { numRuns: RUNS },
      );
    });

    test.each(parameters.map((parameter) => [parameter.name, parameter] as const))(
      'refuses every %s that its schema does not accept, and a repeated one',
      async (_, parameter) => {
        const others = parameters.filter((other) => other !== parameter && other.required);
        await fc.assert(
          fc.asyncProperty(refused(parameter), fc.tuple(...others.map(accepted)), async (wrong, values) => {
            const given = values.map((value, index) => [others[index]!, value] as const);
            const answer = await worker.request(address(path, [...given, [parameter, wrong]]));
            expect(answer.status).toBe(400);
            v.parse(errorSchema, answer.body);
          }),
          { numRuns: RUNS },
        );
        if (parameter.in === 'path') return;
        const twice = await worker.request(
          address(path, [
            ...others.map((other) => [other, 'AAPL'] as const),
            [parameter, '1'],
            [parameter, '1'],
          ]),
        );
        expect(twice.status).toBe(400);
      },
    );

    test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s', async (method) => {
      const answer = await worker.request(path.replace('{ticker}', 'AAPL'), { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('Allow')).toBe('GET, HEAD');
    });
  },
);

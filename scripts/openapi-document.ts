/** The OpenAPI 3.1 document of the API, generated at build time from its operations and the schemas of its messages. */
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { VERSION } from '../worker/config.ts';
import * as contract from '../worker/contract/contract.ts';
import errors from '../worker/contract/errors.json' with { type: 'json' };
import { FieldMeanings, type Schema } from './field-meanings.ts';
import { OPERATIONS, PARAMS, type Operation, type OperationName } from '../worker/http/operations.ts';

type Json = Readonly<Record<string, unknown>>;

const FAILURES = Object.entries(
  Object.groupBy(Object.entries(errors), ([, { status }]) => String(status)),
).map(([status, failures = []]) => ({ status, codes: failures.map(([code]) => code).join(', ') }));

const CSV = { 'text/csv': { schema: { type: 'string' } } };
const ATOM = { 'application/atom+xml': { schema: { type: 'string' } } };
const SVG = { 'image/svg+xml': { schema: { type: 'string' } } };

const PARAM_DESCRIPTIONS: Readonly<Record<keyof typeof PARAMS, string>> = {
  ticker: 'Ticker, case-insensitive. Share classes may use a dot.',
  tickers: '1 to 50 tickers, separated by commas.',
  horizon: 'Forecast horizon in trading days.',
  newsDays: 'How many days of news to return, counting back from now.',
  view: 'Omit for the analysis. `columns`: compact price history, for clients that run the analysis themselves. `document`: price and forecast as HTML, with the columns embedded.',
  version: 'Version of the columns format. Only one is served at a time.',
  range: '`1d`: one session in 1-minute bars. `5d`: five sessions in 5-minute bars.',
  searchText:
    'Part of a ticker or company name, an ISIN, or a ticker as another app spells it (`NASDAQ:MSFT`, `SAP GY`, `BRK/B`): 1 to 64 printable characters after trimming.',
  searchLimit: 'Maximum number of results.',
  session: 'Returns only the forecasts made after this session, YYYY-MM-DD, and no scores.',
  page: 'Page number, from 1. The response states the number of pages.',
  year: 'Year of the time stamps.',
  events:
    'Number of the last event; returns the file as of that event. Refused unless the ledger ends there.',
  since: 'Version the client already has; 0 returns everything.',
};

interface Description {
  readonly summary: string;
  readonly description?: string;
  /** A request on the sample market; absent if it needs a sign-in. */
  readonly example?: string;
  readonly request?: v.GenericSchema;
  /** The body of a success; without one its status is 204. */
  readonly response?: v.GenericSchema | Json;
  readonly more?: Json;
}

export const DESCRIPTIONS: Readonly<Record<OperationName, Description>> = {
  stock: {
    example: '/api/stock/AAPL?days=7',
    summary: 'Get a listing’s analysis, its price history, or its first screen as HTML.',
    response: {
      ...json(v.union([contract.stockSchema, contract.snapshotSchema])),
      'text/html': { schema: { type: 'string' } },
    },
    more: { 204: { description: 'The request has `Purpose: prefetch` and nothing is cached.' } },
  },
  intraday: {
    example: '/api/intraday/AAPL?range=1d',
    summary: 'Get intraday bars for the latest session or the latest five.',
    response: contract.intradaySchema,
  },
  quotes: {
    example: '/api/quotes?tickers=AAPL,MSFT',
    summary: 'Get quotes for many listings.',
    response: contract.quotesSchema,
  },
  sentiment: {
    example: '/api/sentiment/AAPL',
    summary: 'Get the sentiment of the last week’s headlines.',
    response: v.union([contract.sentimentSchema, contract.sentimentAbsentSchema]),
  },
  dates: {
    example: '/api/dates?tickers=AAPL,MSFT',
    summary: 'Get the next dividend dates, and US companies’ next earnings dates, for up to 50 listings.',
    response: contract.datesSchema,
  },
  news: {
    example: '/api/news/AAPL?days=7',
    summary: 'Get news articles, most relevant first.',
    response: v.union([contract.newsSchema, contract.newsAbsentSchema]),
  },
  search: {
    example: '/api/search?q=apple&limit=5',
    summary: 'Find listings by ticker or name.',
    response: contract.searchSchema,
  },
  health: {
    example: '/api/health',
    summary: 'Get the version, mode and data sources.',
    response: contract.healthSchema,
  },
  ledger: {
    example: '/api/record',
    summary: 'Get the public ledger’s scores: forecasts published in advance, and their outcomes.',
    response: contract.ledgerSchema,
  },
  ledgerProof: {
    example: '/api/record/verify?page=1',
    summary: 'Verify one page of the ledger against its chain of events, and get the end of the chain.',
    description:
      'An event’s hash is the SHA-256 (hexadecimal) of the previous event’s hash (empty for the first), a line feed, and ledger, number, kind and body joined by commas. A forecast’s or settlement’s body is the forecast’s number and the hash of its row. A row’s hash is the SHA-256 of its fields as printed in the CSV, joined by commas.',
    response: contract.proofSchema,
  },
  ledgerRows: { example: '/api/record.csv', summary: 'Download every ledger row as CSV.', response: CSV },
  ledgerEvents: {
    example: '/api/record/events.csv',
    summary: 'Download every chain event as CSV, in order.',
    response: CSV,
  },
  ledgerTimestamps: {
    example: '/api/record/timestamps?year=2026',
    summary: 'Get a year’s time stamps of the chain’s head (RFC 3161).',
    description: 'A token’s hash is the head: the SHA-256 of the event’s text.',
    response: contract.timestampsSchema,
  },
  ledgerFeed: {
    example: '/api/record.atom',
    summary: 'Follow the ledger’s newest sessions as an Atom feed (RFC 4287): new forecasts, and outcomes.',
    response: ATOM,
  },
  badge: {
    example: '/badge.svg?days=7',
    summary: 'Get the ledger’s record as an image, which any site may show.',
    response: SVG,
  },
  listingLedger: {
    example: '/api/record/AAPL',
    summary: 'Get one listing’s part of the ledger.',
    response: contract.ledgerSchema,
  },
  forecasts: {
    example: '/api/forecasts?days=7',
    summary: 'Get each listing’s latest forecast, with its ledger scores over `days`.',
    response: contract.forecastsSchema,
  },
  accountItems: { summary: 'Get account changes since a version.', response: contract.itemsSchema },
  updateItems: {
    summary: 'Update account items, unless another device changed them first.',
    request: contract.itemChangesSchema,
    response: contract.itemsTakenSchema,
  },
  alertStatus: { summary: 'Get the account’s alert status.', response: contract.alertStatusSchema },
  exportAccount: { summary: 'Export everything in the account.', response: contract.accountExportSchema },
  deleteAccount: {
    summary: 'Delete everything in the account. Requires a sign-in within the last 5 minutes.',
  },
  adminStatus: {
    summary: 'Get the installation’s status, for administrators.',
    response: contract.adminStatusSchema,
  },
};

export function openApiDocument(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const meanings = new FieldMeanings();
  const failure = {
    'application/json': { schema: meanings.describe(jsonSchema(contract.errorSchema), ['failure']) },
  };
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    const method = operation.method?.toLowerCase() ?? 'get';
    (paths[path] ??= {})[method] = described(name as OperationName, operation, meanings);
  }
  meanings.expectAllUsed();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor',
      version: VERSION,
      description:
        'Stock forecasts with their measured track record. Model estimates, not advice. Data may be delayed. Every data response states its source, its age and whether it is stale.',
    },
    paths,
    components: {
      responses: Object.fromEntries(
        FAILURES.map(({ status, codes }) => [
          status,
          { description: `Failure, with one of these codes: ${codes}.`, content: failure },
        ]),
      ),
      securitySchemes: {
        id_token: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' },
      },
    },
  };
}

function described(name: OperationName, { params, isSignedIn }: Operation, meanings: FieldMeanings): Json {
  const { summary, description, request, response, more } = DESCRIPTIONS[name];
  const plain = response !== undefined && 'kind' in response ? json(response as v.GenericSchema) : response;
  const content = isSignedIn ? plain : withMeanings(plain, name, meanings);
  return {
    operationId: name,
    summary,
    ...(description && { description }),
    ...(isSignedIn && { security: [{ id_token: [] }] }),
    parameters: Object.entries(params).map(([param, { schema }]) => ({
      name: param,
      in: param === 'ticker' ? 'path' : 'query',
      required: schema.type !== 'optional',
      description: descriptionOf(schema),
      schema: jsonSchema(schema),
    })),
    ...(request && { requestBody: { required: true, content: json(request) } }),
    responses: {
      ...(content ? { 200: { description: summary, content } } : { 204: { description: summary } }),
      ...more,
      ...Object.fromEntries(
        FAILURES.map(({ status }) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** An account's messages are for this site's own pages, so only the others' fields are described. */
function withMeanings(content: Json | undefined, name: string, meanings: FieldMeanings): Json | undefined {
  const { 'application/json': message } = (content ?? {}) as { 'application/json'?: { schema: Schema } };
  if (message === undefined) return content;
  return { ...content, 'application/json': { schema: meanings.describe(message.schema, [name]) } };
}

function descriptionOf(schema: Operation['params'][string]['schema']): string {
  const names = Object.keys(PARAMS) as (keyof typeof PARAMS)[];
  return names.flatMap((name) => (PARAMS[name].schema === schema ? PARAM_DESCRIPTIONS[name] : [])).join();
}

function json(schema: v.GenericSchema) {
  return { 'application/json': { schema: jsonSchema(schema) } };
}

/** The JSON Schema of a schema's input, before any transformation. */
function jsonSchema(schema: v.GenericSchema | v.GenericSchema<never>): Json {
  const { $schema: _draft, ...result } = toJsonSchema(schema as v.GenericSchema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    // Checks by code have no JSON Schema counterpart.
    ignoreActions: ['check', 'finite', 'trim', 'raw_transform'],
    // JSON Schema patterns have no flags; they are read as with the flag `u`.
    overrideAction: ({ valibotAction, jsonSchema: before }) =>
      'requirement' in valibotAction && valibotAction.requirement instanceof RegExp
        ? { ...before, pattern: valibotAction.requirement.source }
        : null,
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'custom' ? { type: 'array', items: { type: 'number' } } : null,
  });
  return result;
}

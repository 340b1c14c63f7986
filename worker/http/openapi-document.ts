/** The OpenAPI 3.1 document of `/api`, generated from the schemas that validate requests and type responses. */
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { VERSION } from '../config.ts';
import * as contract from '../contract/contract.ts';
import errors from '../contract/errors.json' with { type: 'json' };
import { itemChangesSchema } from '../contract/user-store.ts';
import * as params from './params.ts';

type Json = Readonly<Record<string, unknown>>;

const FAILURES = Object.entries(
  Object.groupBy(Object.entries(errors), ([, { status }]) => String(status)),
).map(([status, failures = []]) => ({ status, codes: failures.map(([code]) => code).join(', ') }));

const csv = { 'text/csv': { schema: { type: 'string' } } };

export function openApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor',
      version: VERSION,
      description:
        'Stock forecasts with their measured track record. Model estimates, not advice. Data may be delayed. Every data response states its source, its age and whether it is stale.',
    },
    paths: { ...listingPaths(), ...ledgerPaths(), ...accountPaths() },
    components: {
      responses: Object.fromEntries(
        FAILURES.map(({ status, codes }) => [
          status,
          { description: `Failure, with one of these codes: ${codes}.`, content: json(contract.errorSchema) },
        ]),
      ),
      securitySchemes: {
        id_token: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' },
      },
    },
  };
}

function listingPaths(): Json {
  return {
    '/api/stock/{ticker}': read(
      'Get a listing’s analysis, its price history, or its first screen as HTML.',
      params.stockParams,
      {
        ...json(v.union([contract.stockSchema, contract.snapshotSchema])),
        'text/html': { schema: { type: 'string' } },
      },
      { 204: { description: 'The request has `Purpose: prefetch` and nothing is cached.' } },
    ),
    '/api/intraday/{ticker}': read(
      'Get intraday bars for the latest session or the latest five.',
      params.intradayParams,
      json(contract.intradaySchema),
    ),
    '/api/quotes': read('Get quotes for many listings.', params.tickersParams, json(contract.quotesSchema)),
    '/api/sentiment/{ticker}': read(
      'Get the sentiment of the last week’s headlines.',
      params.tickerParams,
      json(v.union([contract.sentimentSchema, contract.sentimentAbsentSchema])),
    ),
    '/api/dates': read(
      'Get the next dividend dates, and US companies’ next earnings dates, for up to 50 listings.',
      params.tickersParams,
      json(contract.datesSchema),
    ),
    '/api/news/{ticker}': read(
      'Get news articles, most relevant first.',
      params.newsParams,
      json(v.union([contract.newsSchema, contract.newsAbsentSchema])),
    ),
    '/api/search': read('Find listings by ticker or name.', params.searchParams, json(contract.searchSchema)),
    '/api/health': read('Get the version, mode and data sources.', {}, json(contract.healthSchema)),
  };
}

function ledgerPaths(): Json {
  return {
    '/api/record': read(
      'Get the public ledger’s scores: forecasts published in advance, and their outcomes.',
      params.ledgerParams,
      json(contract.ledgerSchema),
    ),
    '/api/record/{ticker}': read(
      'Get one listing’s part of the ledger.',
      params.listingLedgerParams,
      json(contract.ledgerSchema),
    ),
    '/api/record/verify': read(
      'Verify one page of the ledger against its chain of events, and get the end of the chain. An event’s hash is the SHA-256 (hexadecimal) of the previous event’s hash (empty for the first), a line feed, and ledger, number, kind and body joined by commas. A forecast’s or settlement’s body is the forecast’s number and the hash of its row. A row’s hash is the SHA-256 of a previous hash, a line feed and the fields as printed in the CSV, joined by commas. For a forecast, the previous hash is that of the forecast before it; for a settlement, that of its forecast.',
      params.verifyParams,
      json(contract.proofSchema),
    ),
    '/api/forecasts': read(
      'Get each listing’s latest forecast, with its ledger scores over `days`.',
      params.forecastsParams,
      json(contract.forecastsSchema),
    ),
    '/api/record.csv': read('Download every ledger row as CSV.', params.ledgerFileParams, csv),
    '/api/record/events.csv': read(
      'Download every chain event as CSV, in order.',
      params.ledgerFileParams,
      csv,
    ),
  };
}

function accountPaths(): Json {
  return {
    '/api/me/items': {
      get: signedIn('Get account changes since a version.', json(contract.itemsSchema), {
        parameters: parametersOf(params.itemsParams),
      }),
      put: signedIn(
        'Update account items, unless another device changed them first.',
        json(contract.itemsTakenSchema),
        { requestBody: { required: true, content: json(itemChangesSchema) } },
      ),
    },
    '/api/me/alerts': {
      get: signedIn('Get the account’s alert status.', json(contract.alertStatusSchema)),
    },
    '/api/me/export': {
      get: signedIn('Export everything in the account.', json(contract.accountExportSchema)),
    },
    '/api/me': {
      delete: signedIn(
        'Delete everything in the account. Requires a sign-in within the last 5 minutes.',
        null,
      ),
    },
    '/api/admin/status': {
      get: signedIn('Get the installation’s status, for administrators.', json(contract.adminStatusSchema)),
    },
  };
}

/** A path with GET only; `more` has its responses besides 200. */
function read(summary: string, of: params.Params, content: Json, more: Json = {}): Json {
  return { get: { summary, parameters: parametersOf(of), responses: responses(summary, content, more) } };
}

function signedIn(summary: string, content: Json | null, more: Json = {}): Json {
  return { summary, security: [{ id_token: [] }], ...more, responses: responses(summary, content) };
}

/** The responses of an operation; with `content` `null` a success has no body. */
function responses(description: string, content: Json | null, more: Json = {}): Json {
  const failures = FAILURES.map(({ status }) => [status, { $ref: `#/components/responses/${status}` }]);
  const success = content === null ? { 204: { description } } : { 200: { description, content } };
  return { ...success, ...more, ...Object.fromEntries(failures) };
}

function parametersOf(of: params.Params): readonly Json[] {
  return Object.entries(of).map(([name, { schema, description }]) => ({
    name,
    in: name === 'ticker' ? 'path' : 'query',
    required: schema.type !== 'optional',
    description,
    schema: jsonSchema(schema),
  }));
}

function json(schema: v.GenericSchema) {
  return { 'application/json': { schema: jsonSchema(schema) } };
}

/** The JSON Schema of a schema's input, before any transformation. */
function jsonSchema(schema: v.GenericSchema | v.GenericSchema<never>): Json {
  const { $schema: _draft, ...described } = toJsonSchema(schema as v.GenericSchema, {
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
  return described;
}

import {
  errorSchema,
  healthSchema,
  newsSchema,
  quotesSchema,
  searchSchema,
  sentimentSchema,
  stockColumnsSchema,
  stockSchema,
} from './contract-schemas.ts';
import { isOptional, jsonSchema } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { newsParams, quotesParams, searchParams, sentimentParams, stockParams } from './params.ts';
import type { Param, Params } from './params.ts';
import { VERSION } from './version.ts';

/** Every failure that a data route may answer; their sentences are in the body. */
const FAILURES: Readonly<Record<string, string>> = {
  400: 'A parameter is wrong.',
  403: 'Asked by a page of another site.',
  404: 'There is no such listing, or no data for it.',
  405: 'The method is not allowed.',
  414: 'The address is too long.',
  422: 'The history is too short to analyse.',
  429: 'Too many requests; see Retry-After.',
  500: 'A fault of this service.',
  502: 'The source of the data sent something unusable.',
  503: 'The source of the data is unavailable; see Retry-After.',
  504: 'The source of the data did not answer in time.',
};

/** The OpenAPI 3.1 description of `/api`, made from the schemas that validate requests and type answers. */
export function openApiDocument(): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor',
      version: VERSION,
      description:
        'Stock forecasts that show their record. Model estimates, not advice; data may be delayed. Every answer with data says where it comes from, how old it is and whether it is stale.',
    },
    paths: {
      '/api/stock/{ticker}': operation(
        'The analysis of a listing, or its history.',
        stockParams,
        { anyOf: [jsonSchema(stockSchema), jsonSchema(stockColumnsSchema)] },
        { 204: { description: 'Asked for with `Purpose: prefetch`, and nothing is kept.' } },
      ),
      '/api/quotes': operation('Many listings in a row each.', quotesParams, jsonSchema(quotesSchema)),
      '/api/sentiment/{ticker}': operation(
        "The tone of the last week's headlines.",
        sentimentParams,
        jsonSchema(sentimentSchema),
      ),
      '/api/news/{ticker}': operation(
        'Articles, the most relevant first.',
        newsParams,
        jsonSchema(newsSchema),
      ),
      '/api/search': operation(
        'Listings whose symbol or name matches.',
        searchParams,
        jsonSchema(searchSchema),
      ),
      '/api/health': operation('What runs, and its sources.', {}, jsonSchema(healthSchema)),
    },
  };
}

function operation(
  summary: string,
  params: Params,
  answer: JsonSchema,
  more: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const failures = Object.entries(FAILURES).map(([status, description]) => [
    status,
    { description, ...content(jsonSchema(errorSchema)) },
  ]);
  return {
    get: {
      summary,
      parameters: Object.entries(params).map(([name, param]) => parameter(name, param)),
      responses: {
        200: { description: summary, ...content(answer) },
        ...more,
        ...Object.fromEntries(failures),
      },
    },
  };
}

function parameter(name: string, param: Param<unknown>): JsonSchema {
  return {
    name,
    in: param.in,
    required: !isOptional(param.schema),
    description: param.description,
    schema: jsonSchema(param.schema),
  };
}

function content(schema: JsonSchema): JsonSchema {
  return { content: { 'application/json': { schema } } };
}

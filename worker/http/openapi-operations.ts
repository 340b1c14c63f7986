/** The parts of an OpenAPI document: operations, parameters and JSON schemas, made from the schemas of the contract. */
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { errorSchema } from '../contract/contract.ts';
import type { Param, Params } from './params.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Statuses of the failures of a data route; the sentence is in the body. */
const FAILURES: Readonly<Record<string, string>> = {
  400: 'A parameter is wrong.',
  403: 'The request comes from a page of another site.',
  404: 'There is no such listing, or no data for it.',
  405: 'The method is not allowed.',
  414: 'The address is too long.',
  429: 'Too many requests; see Retry-After.',
  500: 'A fault of this service.',
  502: 'The source of the data sent something unusable.',
  503: 'The source of the data is unavailable; see Retry-After.',
  504: 'The source of the data did not answer in time.',
};

/** The same of a route for signed-in users. */
const ACCOUNT_FAILURES: Readonly<Record<string, string>> = {
  400: 'A parameter is wrong.',
  401: 'There is no valid ID token, or the sign-in is too long ago for this.',
  403: 'The request comes from a page of another site, or the user is no administrator.',
  405: 'The method is not allowed.',
  410: 'The account has been deleted.',
  413: 'The body is too large, or the account has no room for that many items.',
  422: 'An item cannot be stored as it is; nothing was changed.',
  429: 'Too many requests; see Retry-After.',
  500: 'A fault of this service.',
  503: 'Accounts are not available; see Retry-After.',
};

/** What differs from one JSON response. */
interface ResponseShape {
  readonly type?: string;
  /** Whether it may be HTML too. */
  readonly hasHtml?: boolean;
  /** Responses with other statuses. */
  readonly more?: Readonly<Record<string, JsonSchema>>;
}

/** The `get` operation of a data route; `meanings` describes its parameters, `body` what a 200 has. */
export function operation<P extends Params>(
  summary: string,
  params: P,
  meanings: Readonly<Record<keyof P & string, string>>,
  body: JsonSchema,
  { type = 'application/json', hasHtml = false, more = {} }: ResponseShape = {},
): JsonSchema {
  return {
    get: {
      summary,
      parameters: Object.entries(params).map(([name, param]) => parameter(name, param, meanings[name] ?? '')),
      responses: {
        200: {
          description: summary,
          content: {
            [type]: { schema: body },
            ...(hasHtml && { 'text/html': { schema: { type: 'string' } } }),
          },
        },
        ...more,
        ...failures(FAILURES),
      },
    },
  };
}

/** An operation that takes an ID token; without a `response` it is answered by 204. */
export function signedIn(summary: string, response: GenericSchema | null, more: JsonSchema = {}): JsonSchema {
  return {
    summary,
    security: [{ id_token: [] }],
    ...more,
    responses: {
      ...(response === null
        ? { 204: { description: summary } }
        : { 200: { description: summary, ...content(jsonSchema(response)) } }),
      ...failures(ACCOUNT_FAILURES),
    },
  };
}

export function failures(meanings: Readonly<Record<string, string>>): JsonSchema {
  const body = content(jsonSchema(errorSchema));
  return Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [status, { description, ...body }]),
  );
}

export function parameter(name: string, param: Param<unknown>, description: string): JsonSchema {
  return {
    name,
    in: param.in,
    // The type of a pipe is that of its first schema.
    required: param.schema.type !== 'optional',
    description,
    schema: jsonSchema(param.schema),
  };
}

/** What a schema accepts, before any transformation. */
export function jsonSchema(schema: GenericSchema | GenericSchema<never>): JsonSchema {
  const { $schema: _draft, ...described } = toJsonSchema(schema as GenericSchema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    // A check by code has no counterpart; what it checks is described by the rest.
    ignoreActions: ['check', 'finite', 'trim', 'raw_transform'],
    // JSON Schema reads patterns as with the flag `u`, so it has no place for flags.
    overrideAction: ({ valibotAction, jsonSchema: before }) =>
      'requirement' in valibotAction && valibotAction.requirement instanceof RegExp
        ? { ...before, pattern: valibotAction.requirement.source }
        : null,
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'custom' ? { type: 'array', items: { type: 'number' } } : null,
  });
  return described;
}

export function content(schema: JsonSchema, type = 'application/json'): JsonSchema {
  return { content: { [type]: { schema } } };
}

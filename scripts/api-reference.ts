/** What the page /api shows: the operations of the OpenAPI document that need no sign-in, as flat tables, with sample responses. */
import type { ApiReference, FieldRow, OperationReference } from 'virtual:api-reference';
import errors from '../worker/contract/errors.json' with { type: 'json' };
import { DESCRIPTIONS, openApiDocument } from './openapi-document.ts';
import type { OperationName } from '../worker/http/operations.ts';
import type { Schema } from './field-meanings.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema & { readonly default?: string };
}

interface Described {
  readonly operationId: OperationName;
  readonly summary: string;
  readonly description?: string;
  readonly security?: unknown;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>
  >;
}

/** `respond` gives the body of the sample market's response to a path. */
export async function apiReference(respond: (path: string) => Promise<string>): Promise<ApiReference> {
  const { paths } = openApiDocument() as { paths: Readonly<Record<string, Record<string, Described>>> };
  const known = new Map<string, string>();
  const operations: OperationReference[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    const operation = methods['get'];
    if (operation === undefined || operation.security !== undefined) continue;
    const { operationId, summary, description = '', parameters, responses } = operation;
    const { example } = DESCRIPTIONS[operationId];
    if (example === undefined) throw new Error(`no example for ${operationId}`);
    const schema = responses['200']?.content?.['application/json']?.schema;
    const rows = schema === undefined ? [] : objectsOf(schema).flatMap(rowsOf);
    // Forms of a response share fields.
    const fields = rows.filter((row, i) => rows.findIndex(({ name }) => name === row.name) === i);
    const shape = JSON.stringify(fields);
    const same = fields.length > 0 ? known.get(shape) : undefined;
    known.set(shape, path);
    operations.push({
      path,
      summary,
      description: same === undefined ? description : `The response has the same fields as \`${same}\`.`,
      parameters: parameters.map((parameter) => parameterRow(parameter, example)),
      fields: same === undefined ? fields : [],
      example,
      response: shortened(await respond(example)),
    });
  }
  const failures = Object.entries(errors).map(([name, { status, error }]): FieldRow => ({
    name,
    type: `status ${status}`,
    meaning: error,
  }));
  return { operations, errors: failures };
}

function parameterRow({ name, description, required, schema }: Parameter, example: string) {
  const value = new URL(example, 'https://example.com').searchParams.get(name);
  const type = [
    required ? 'required' : 'optional',
    ...(schema.enum ? [`one of ${schema.enum.join(', ')}`] : []),
    ...(schema.default === undefined ? [] : [`default ${schema.default}`]),
  ].join('; ');
  return { name, type, meaning: description, ...(value !== null && { value }) };
}

/** A message's fields, depth first. An object with the same fields as an earlier one only names it. */
function rowsOf(message: Schema): FieldRow[] {
  const rows: FieldRow[] = [];
  const seen = new Map<string, string>();
  const addFields = (schemas: readonly Schema[], prefix: string): void => {
    const parts = schemas.flatMap(objectsOf);
    const lists = parts.flatMap(({ items, maxItems }) =>
      items === undefined || maxItems === 0 ? [] : items,
    );
    if (lists.length > 0) addFields(lists, `${prefix}[]`);
    const objects = parts.filter(({ properties }) => properties);
    const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
    for (const name of names) {
      const fields = objects.flatMap(({ properties = {} }) => properties[name] ?? []);
      const isAlways = objects.every(({ required = [] }) => required.includes(name));
      const path = [prefix, name].filter(Boolean).join('.');
      const shape = JSON.stringify(fields.map(below)).replaceAll(/,?"(?:description|x-unit)":"[^"]*"/g, '');
      const same = shape.length > MIN_SHAPE ? seen.get(shape) : undefined;
      if (same === undefined) seen.set(shape, path);
      const [{ description = '', 'x-unit': unit = '' } = {}] = fields;
      const meaning = same === undefined ? description : `${description} Fields as in \`${same}\`.`;
      const types = [...new Set(fields.map(typeOf)), ...(isAlways ? [] : ['optional'])].join(', ');
      rows.push({ name: path, type: unit === '' ? types : `${types} · ${unit}`, meaning });
      if (same === undefined) addFields(fields, path);
    }
  };
  addFields([message], '');
  return rows;
}

/** Shorter schemas have at most one field. */
const MIN_SHAPE = 60;

/** What a schema may be, other than one of several. */
function objectsOf(schema: Schema): readonly Schema[] {
  const options = alternatives(schema);
  return options.length === 0 ? [schema] : options.flatMap(objectsOf);
}

const alternatives = ({ anyOf = [], oneOf = [] }: Schema) => [...anyOf, ...oneOf];

/** The part of a field that decides which fields are below it. */
function below(field: Schema): unknown {
  return objectsOf(field).flatMap(({ properties, items }) => properties ?? (items ? below(items) : []));
}

function typeOf(schema: Schema): string {
  const { type, enum: values, const: value, items, additionalProperties } = schema;
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((each) => JSON.stringify(each)).join(', ');
  if (items)
    return objectsOf(items).some(({ properties }) => properties) ? 'list' : `list of ${typeOf(items)}`;
  if (additionalProperties) return `${typeOf(additionalProperties)} by key`;
  const parts = new Set(alternatives(schema).map(typeOf));
  if (parts.size > 0) return [...parts].join(' or ');
  return { string: 'text', boolean: 'true or false' }[type ?? ''] ?? type ?? 'any';
}

const SHOWN_OBJECTS = 1;
const SHOWN_VALUES = 2;
const SHOWN_CHARACTERS = 1200;

/** A response, indented, with its lists cut to the first items and other texts to the first lines. What is cut is said. */
function shortened(body: string): string {
  if (!/^[[{]/.test(body)) {
    const lines = body.trimEnd().replaceAll('><', '>\n<').split(/\r?\n/);
    const shown = lines.filter((_, i) => lines.slice(0, i + 1).join('\n').length <= SHOWN_CHARACTERS);
    const more = lines.length - shown.length;
    return [...shown, ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n');
  }
  const cut = (_key: string, value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const limit = typeof value[0] === 'object' ? SHOWN_OBJECTS : SHOWN_VALUES;
    return value.length <= limit ? value : [...value.slice(0, limit), `… ${value.length - limit} more`];
  };
  return JSON.stringify(JSON.parse(body), cut, 2).replaceAll(/"(… \d+ more)"/g, '$1');
}

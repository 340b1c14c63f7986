/** What the page /api shows: the operations of the OpenAPI document that need no sign-in, as flat tables, with sample responses. */
import errors from '../worker/contract/errors.json' with { type: 'json' };
import { DESCRIPTIONS, openApiDocument } from './openapi-document.ts';
import type { OperationName } from '../worker/http/operations.ts';
import type { Schema } from './field-meanings.ts';

interface FieldRow {
  /** `horizons[].coverage80.value` */
  readonly path: string;
  readonly type: string;
  readonly unit: string;
  readonly meaning: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema & { readonly default?: string };
}

interface OperationReference {
  readonly name: string;
  /** `/api/stock/{ticker}` */
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly (Pick<Parameter, 'name' | 'description'> & {
    readonly facts: string;
    /** What the form offers: values to choose from, or none for a text. Absent if the example has no such parameter. */
    readonly form?: { readonly value: string; readonly options: readonly string[] };
  })[];
  readonly fields: readonly FieldRow[];
  /** Those that only another form of the response has. */
  readonly otherFields: readonly FieldRow[];
  /** Path of the operation whose response has the same fields. */
  readonly sameAs: string | null;
  readonly example: string;
  readonly response: string;
}

interface ApiReference {
  readonly operations: readonly OperationReference[];
  readonly errors: readonly { readonly code: string; readonly status: number; readonly error: string }[];
}

interface Described {
  readonly operationId: OperationName;
  readonly summary: string;
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
    const { operationId: name, summary, parameters, responses } = operation;
    const { example } = DESCRIPTIONS[name];
    if (example === undefined) throw new Error(`no example for ${name}`);
    const schema = responses['200']?.content?.['application/json']?.schema;
    const [fields = [], ...others] = schema === undefined ? [] : objectsOf(schema).map(rowsOf);
    const shape = JSON.stringify(fields);
    const sameAs = (fields.length > 0 && known.get(shape)) || null;
    known.set(shape, path);
    operations.push({
      name,
      path,
      summary,
      parameters: parameters.map((parameter) => parameterOf(parameter, example, path)),
      fields: sameAs === null ? fields : [],
      otherFields: others.flat().filter((other) => !fields.some((field) => field.path === other.path)),
      sameAs,
      example,
      response: shortened(await respond(example)),
    });
  }
  return {
    operations,
    errors: Object.entries(errors).map(([code, { status, error }]) => ({ code, status, error })),
  };
}

function parameterOf(
  { name, description, required, schema, in: place }: Parameter,
  example: string,
  path: string,
) {
  const { pathname, searchParams } = new URL(example, 'https://candor.invalid');
  const segment = pathname.split('/')[path.split('/').indexOf(`{${name}}`)];
  const value = place === 'path' ? segment : searchParams.get(name);
  const options = schema.enum?.map(String) ?? [];
  const facts = [
    required ? 'required' : 'optional',
    ...(options.length > 0 ? [`one of ${options.join(', ')}`] : []),
    ...(schema.default === undefined ? [] : [`default ${schema.default}`]),
  ].join('; ');
  return { name, description, facts, ...(value && { form: { value, options } }) };
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
      const type = [...new Set(fields.map(typeOf)), ...(isAlways ? [] : ['optional'])].join(', ');
      rows.push({ path, type, unit, meaning });
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

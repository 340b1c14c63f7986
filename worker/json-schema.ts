import type * as v from 'valibot';

/** A JSON Schema (2020-12), as far as our schemas need it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

type AnySchema = v.GenericSchema | v.GenericSchema<never>;

/** What is read of a schema's own description; which fields are there depends on `type`. */
interface Described {
  readonly type: string;
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
  readonly default?: unknown;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly pipe?: readonly (AnySchema | { readonly kind: 'validation'; readonly requirement?: unknown })[];
}

/**
 * The JSON Schema of what a valibot schema accepts: its input, before any transformation. Knows the schemas that the
 * contract and the parameters use; throws `RangeError` for another one.
 */
export function jsonSchema(schema: AnySchema): JsonSchema {
  const described = schema as unknown as Described;
  if (described.pipe === undefined) return plainSchema(described);
  const [first, ...actions] = described.pipe;
  const base = jsonSchema(first as AnySchema);
  const pattern = actions
    .map((action) => ('requirement' in action ? action.requirement : null))
    .find((requirement) => requirement instanceof RegExp);
  return pattern === undefined ? base : { ...base, pattern: pattern.source };
}

/** Whether a value may be missing. A pipe carries the type of its first schema. */
export function isOptional(schema: AnySchema): boolean {
  return schema.type === 'optional' || schema.type === 'exact_optional';
}

function plainSchema(described: Described): JsonSchema {
  const { type, entries = {}, item, wrapped, options = [], literal } = described;
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type };
    case 'literal':
      return { const: literal };
    case 'picklist':
      return { enum: options };
    case 'union':
      return { anyOf: options.map((option) => jsonSchema(option as AnySchema)) };
    case 'array':
      return { type: 'array', items: jsonSchema(item as AnySchema) };
    case 'nullable': {
      const inner = jsonSchema(wrapped as AnySchema);
      return typeof inner['type'] === 'string' &&
        inner['enum'] === undefined &&
        inner['properties'] === undefined
        ? { ...inner, type: [inner['type'], 'null'] }
        : { anyOf: [inner, { type: 'null' }] };
    }
    case 'optional':
    case 'exact_optional': {
      const inner = jsonSchema(wrapped as AnySchema);
      return described.default === undefined ? inner : { ...inner, default: described.default };
    }
    case 'strict_object':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(entries).map(([name, entry]) => [name, jsonSchema(entry)]),
        ),
        required: Object.entries(entries).flatMap(([name, entry]) => (isOptional(entry) ? [] : [name])),
      };
    default:
      throw new RangeError(`no JSON Schema for "${type}"`);
  }
}

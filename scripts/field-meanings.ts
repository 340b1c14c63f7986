/** Adds each field's unit and meaning (`worker/contract/field-meanings.json`) to the JSON Schemas of the API's messages. */
import meanings from '../worker/contract/field-meanings.json' with { type: 'json' };

export interface Schema {
  readonly type?: string;
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
  readonly 'x-unit'?: string;
}

/** Keys are the ends of paths `operation.field.field`; the longest that fits counts, and `*` is any field. */
const ENTRIES = Object.entries(meanings)
  .map(([key, [unit = '', meaning = '']]) => ({ key, unit, meaning, segments: key.split('.') }))
  .toSorted((a, b) => b.segments.length - a.segments.length);

/** Describes messages, and notes which meanings it has used. */
export class FieldMeanings {
  readonly #unused = new Set(Object.keys(meanings));

  /** The schema with `description` and `x-unit` in every field. Throws for a field without a meaning, or a number without a unit. */
  describe(schema: Schema, path: readonly string[]): Schema {
    const { properties, items, additionalProperties, anyOf, oneOf } = schema;
    const each = (options: readonly Schema[]) => options.map((option) => this.describe(option, path));
    return {
      ...schema,
      ...(properties && { properties: this.#describeFields(properties, path) }),
      ...(items && { items: this.describe(items, path) }),
      ...(additionalProperties && { additionalProperties: this.describe(additionalProperties, path) }),
      ...(anyOf && { anyOf: each(anyOf) }),
      ...(oneOf && { oneOf: each(oneOf) }),
    };
  }

  #describeFields(properties: NonNullable<Schema['properties']>, path: readonly string[]) {
    const described = Object.entries(properties).map(([name, field]) => {
      const own = [...path, name];
      const entry = ENTRIES.find(({ segments }) =>
        segments.every((segment, i) => ['*', own.at(i - segments.length)].includes(segment)),
      );
      if (entry === undefined) throw new Error(`no meaning for the field ${own.join('.')}`);
      this.#unused.delete(entry.key);
      if (entry.unit === '' && isNumeric(field)) throw new Error(`no unit for the field ${own.join('.')}`);
      const more = { description: entry.meaning, ...(entry.unit !== '' && { 'x-unit': entry.unit }) };
      return [name, { ...this.describe(field, own), ...more }];
    });
    return Object.fromEntries(described) as Readonly<Record<string, Schema>>;
  }

  /** Throws if a meaning belongs to no field. */
  expectAllUsed(): void {
    if (this.#unused.size > 0) throw new Error(`meanings without a field: ${[...this.#unused].join(', ')}`);
  }
}

function isNumeric({ type, items, anyOf = [], const: value }: Schema): boolean {
  const parts = items === undefined ? anyOf : [items, ...anyOf];
  return value === undefined && (type === 'number' || parts.some(isNumeric));
}

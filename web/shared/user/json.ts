type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON text; `null` if it is absent, damaged or no object. */
export function jsonFields(text: string | null): Fields | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** JSON with the fields in alphabetical order, so that equal values are equal texts whoever wrote them. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

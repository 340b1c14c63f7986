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

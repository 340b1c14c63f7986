type Fields = Readonly<Record<string, unknown>>;

/** `null` if the text is missing, damaged or not an object. */
export function jsonFields(text: string | null): Fields | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

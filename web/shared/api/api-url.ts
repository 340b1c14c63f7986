const BASE = `${(import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '')}/api/`;

/** Builds `/api/…` from path segments, each encoded, so that a ticker such as `A/B` or `^GSPC` stays one segment. */
export function apiUrl(
  segments: readonly string[],
  query: Readonly<Record<string, string | number>> = {},
): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${BASE}${segments.map(encodeURIComponent).join('/')}${search.size > 0 ? `?${search}` : ''}`;
}

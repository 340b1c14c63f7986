import { HORIZON_OPTIONS_DAYS } from '#compute';

/** Part of every invalid request; must reach neither KV nor the vendor (promise P5). */
export const FORBIDDEN_MARK = 'NOWHERE';

export interface SoakRequest {
  readonly kind:
    | 'quotes'
    | 'stock'
    | 'columns'
    | 'news'
    | 'sentiment'
    | 'search'
    | 'health'
    | 'unknown'
    | 'invalid';
  readonly path: string;
  /** The listing, if the request names one that exists. */
  readonly ticker: string | null;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** After this time the client hangs up; `null` if it waits. */
  readonly hangUpMs: number | null;
}

const INVALID_PATHS = [
  `/api/stock/${FORBIDDEN_MARK}_1`,
  `/api/stock/${FORBIDDEN_MARK}?days=2`,
  `/api/stock/${FORBIDDEN_MARK}?days=7&days=7`,
  `/api/stock/${FORBIDDEN_MARK}?view=rows`,
  `/api/stock/%3Cscript%3E${FORBIDDEN_MARK}`,
  `/api/stock/..%2f${FORBIDDEN_MARK}`,
  `/api/news/${FORBIDDEN_MARK}?days=400`,
  `/api/search?q=${FORBIDDEN_MARK}%00`,
  `/api/search?q=${FORBIDDEN_MARK}&limit=1000`,
  `/api/${FORBIDDEN_MARK}`,
];

/** A random request for one of these listings; `etag` is one that the client may have stored. */
export function randomRequest(tickers: readonly string[], etag: string | null): SoakRequest {
  const share = Math.random();
  const ticker = pick(tickers);
  if (share < 0.3) return columnsOf(ticker);
  if (share < 0.45) {
    const days = pick(HORIZON_OPTIONS_DAYS);
    return get('stock', `/api/stock/${ticker.toLowerCase()}?days=${days}`, ticker);
  }
  if (share < 0.5) {
    return {
      ...columnsOf(ticker),
      headers: { Purpose: 'prefetch' },
    };
  }
  if (share < 0.58 && etag !== null) {
    return { ...columnsOf(ticker), headers: { 'If-None-Match': etag } };
  }
  if (share < 0.62) {
    return { ...columnsOf(ticker), hangUpMs: Math.random() * 30 };
  }
  if (share < 0.74) return get('news', `/api/news/${ticker}?days=7`, ticker);
  if (share < 0.8) return get('sentiment', `/api/sentiment/${ticker}`, ticker);
  if (share < 0.83) {
    const listed = Array.from({ length: 8 }, () => pick(tickers));
    return get('quotes', `/api/quotes?tickers=${[...new Set(listed)].join(',')}`, null);
  }
  if (share < 0.88)
    return get('search', `/api/search?q=${ticker.slice(0, 2 + Math.floor(Math.random() * 5))}`, null);
  if (share < 0.91) return get('health', '/api/health', null);
  if (share < 0.95) return get('unknown', `/api/stock/ZZ${Math.floor(Math.random() * 1e6)}`, null);
  if (share < 0.99) return get('invalid', pick(INVALID_PATHS), null);
  return {
    ...get('invalid', `/api/stock/${FORBIDDEN_MARK}`, null),
    method: pick(['POST', 'DELETE']),
  };
}

/** The page's own request for a listing. */
export function columnsOf(ticker: string): SoakRequest {
  return get('columns', `/api/stock/${ticker}?view=columns&v=2`, ticker);
}

function get(kind: SoakRequest['kind'], path: string, ticker: string | null): SoakRequest {
  return { kind, path, ticker, method: 'GET', headers: {}, hangUpMs: null };
}

export function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

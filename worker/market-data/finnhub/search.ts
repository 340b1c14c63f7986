import { err, ok, parseTicker } from '#compute';
import type { Result } from '#compute';
import * as v from 'valibot';
import type { ServiceError } from '../../errors.ts';
import { exchangeBySymbol } from '../exchange-suffixes.ts';
import type { SearchRecord } from '../market-data.ts';

const MAX_RESULTS = 10;

const searchSchema = v.object({
  result: v.array(v.object({ symbol: v.string(), description: v.optional(v.string(), '') })),
});

/** Decodes `/search`, which names no venue: it is read from the symbol's suffix, and a plain symbol is American. */
export function decodeSearch(body: unknown, nowSeconds: number): Result<SearchRecord, ServiceError> {
  const parsed = v.safeParse(searchSchema, body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const results = parsed.output.result.flatMap(({ symbol, description }) => {
    const ticker = parseTicker(symbol.replace(/\.([A-K])$/, '-$1'));
    const exchange = ticker.ok ? exchangeBySymbol(ticker.value) : null;
    if (!ticker.ok || exchange === null) return [];
    const { display, country, currency } = exchange;
    return [{ symbol: ticker.value, name: description || symbol, exchange: display, country, currency }];
  });
  return ok({ source: 'finnhub', results: results.slice(0, MAX_RESULTS), asOfSeconds: nowSeconds });
}

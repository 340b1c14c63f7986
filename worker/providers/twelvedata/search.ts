import { err, ok, parseTicker } from '#compute';
import type { Result } from '#compute';
import * as v from 'valibot';
import type { SearchResult } from '../../contract/contract.ts';
import type { ServiceError } from '../../http/errors.ts';
import { suffixOfMarket } from '../exchange-suffixes.ts';
import type { JsonReply } from '../fetch-json.ts';
import type { SearchRecord } from '../market-data.ts';

const MAX_RESULTS = 10;

const itemSchema = v.object({
  symbol: v.string(),
  instrument_name: v.optional(v.string(), ''),
  exchange: v.optional(v.string(), ''),
  mic_code: v.optional(v.string(), ''),
  country: v.optional(v.string(), ''),
  currency: v.optional(v.string(), ''),
});

const searchSchema = v.object({ data: v.array(v.unknown()) });

/** Decodes `/symbol_search`; entries of markets whose symbols we cannot spell are left out. */
export function decodeSearch(reply: JsonReply, nowSeconds: number): Result<SearchRecord, ServiceError> {
  const parsed = v.safeParse(searchSchema, reply.body);
  if (reply.status !== 200 || !parsed.success) return err({ reason: 'upstream_bad_payload' });
  const results = parsed.output.data.flatMap((entry) => {
    const item = v.safeParse(itemSchema, entry);
    return item.success ? toResult(item.output) : [];
  });
  return ok({ source: 'twelvedata', results: results.slice(0, MAX_RESULTS), asOfSeconds: nowSeconds });
}

function toResult(item: v.InferOutput<typeof itemSchema>): SearchResult[] {
  const suffix = item.country === 'United States' ? '' : suffixOfMarket(item.mic_code);
  if (suffix === null) return [];
  const plain = item.symbol.replace('.', '-');
  const symbol = parseTicker(suffix === '' ? plain : `${plain}.${suffix}`);
  if (!symbol.ok) return [];
  const { exchange, country, currency } = item;
  return [{ symbol: symbol.value, name: item.instrument_name || symbol.value, exchange, country, currency }];
}

import { ok } from '#compute';
import { Hono } from 'hono/tiny';
import type { AppEnv } from '../http/app-env.ts';
import { readParams, stockParams } from '../http/params.ts';
import { respondCached, respondData, respondEmpty, respondError } from '../http/respond.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import { analysedResponse, columnsVersion1, stockView } from '../snapshot/wire.ts';

/**
 * `GET /stock/:ticker?days=1|7|14|30`: the analysis. `view=columns&v=2|1`: the snapshot to analyse; version 2 is the entry's
 * bytes as they are. With `Purpose: prefetch` a stored entry or 204: a prefetch must not cost a call to a source.
 */
export const stockRoute = new Hono<AppEnv>().get('/stock/:ticker', async (c) => {
  const params = readParams(stockParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { ticker, days, view, v: version } = params.value;

  const { marketData, now } = c.get('services');
  const waitUntil: WaitUntil = (work) => c.executionCtx.waitUntil(work);
  const sendsBytes = view === 'columns' && version === 2;
  if (c.req.header('Purpose') === 'prefetch') {
    const stored = await marketData.storedSnapshot(ticker, waitUntil, !sendsBytes);
    if (stored === null) return respondEmpty(c);
    if (sendsBytes) return respondCached(c, stored);
    return respondView(stored);
  }
  const read = await marketData.snapshot(ticker, waitUntil, !sendsBytes);
  if (!read.ok) return respondError(c, read.error);
  return sendsBytes ? respondCached(c, read.value) : respondView(read.value);

  function respondView(cached: Parameters<typeof stockView>[0]) {
    const atNow = stockView(cached, now() / 1000);
    const body = view === 'columns' ? columnsVersion1(atNow) : ok(analysedResponse(atNow, days));
    return body.ok ? respondData(c, body.value, cached) : respondError(c, body.error);
  }
});

import { Hono } from 'hono/tiny';
import type { IntradayResponse } from '../contract/contract.ts';
import type { AppEnv } from '../http/app-env.ts';
import { intradayParams, readParams } from '../http/params.ts';
import { respondData, respondError } from '../http/respond.ts';
import { listingFields } from '../snapshot/snapshot.ts';
import { provenance } from '../snapshot/wire.ts';

/** `GET /intraday/:ticker?range=1d|5d`: the bars within the latest sessions, oldest first. */
export const intradayRoute = new Hono<AppEnv>().get('/intraday/:ticker', async (c) => {
  const params = readParams(intradayParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { ticker, range } = params.value;

  const { marketData } = c.get('services');
  const read = await marketData.intraday(ticker, range, (work) => c.executionCtx.waitUntil(work));
  if (!read.ok) return respondError(c, read.error);
  const { entry, stale } = read.value;
  const snapshot = entry.value();
  if (snapshot === null) return respondError(c, { reason: 'upstream_bad_payload' });
  const { listing, delayedMinutes } = snapshot;
  const body: IntradayResponse = {
    ...listingFields(ticker, listing),
    range,
    interval_seconds: snapshot.intervalSeconds,
    previous_close: snapshot.previousClose,
    bars: snapshot.bars,
    session_parts: snapshot.parts,
    ...provenance(snapshot, { fetchedAtSeconds: entry.fetchedAtSeconds, stale }, delayedMinutes),
  };
  return respondData(c, body, read.value);
});

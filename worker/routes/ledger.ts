import type { LedgerName } from '#compute';
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { LedgerProof } from '../contract/contract.ts';
import { respondFromDatabase, textStream } from '../http/database.ts';
import {
  forecastsParams,
  ledgerFileParams,
  ledgerParams,
  listingLedgerParams,
  readExactParams,
  readParams,
  verifyParams,
} from '../http/params.ts';
import { respondCsv, respondDocument, respondError } from '../http/respond.ts';
import { fileTexts } from '../ledger/files.ts';
import type { LedgerFile } from '../ledger/files.ts';
import { readForecasts } from '../ledger/latest.ts';
import { readEnds } from '../ledger/ledger.ts';
import { chainOf, emptySummary, EVERY_LISTING, readSummary } from '../ledger/summary.ts';
import { verifyPage } from '../ledger/verify.ts';
import type { AppEnv } from '../services.ts';

/** What changes with each run of the job: cached in front for a minute, so that its parts agree. */
const EDGE_CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=604800';

/** `GET /record`, `/record/:ticker`, `/forecasts`, `/record/verify`, `/record.csv`, `/record/events.csv`: the public ledger. */
export const ledgerRoute = new Hono<AppEnv>()
  .get('/record', async (c) => {
    const params = readParams(ledgerParams, c);
    if (!params.ok) return respondError(c, params.error);
    const ledger = ledgerOf(c, params.value.ledger);
    return respondFromLedger(c, async (db) => {
      const summary = await readSummary(db, ledger, EVERY_LISTING);
      const { ledgerUniverse } = c.get('services');
      return respondSummary(c, summary ?? JSON.stringify(emptySummary(ledger, ledgerUniverse)));
    });
  })
  .get('/forecasts', (c) => {
    const params = readParams(forecastsParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ledgerUniverse, mode } = c.get('services');
    return respondFromLedger(c, async (db) =>
      respondSummary(c, JSON.stringify(await readForecasts(db, mode, ledgerUniverse, params.value.days))),
    );
  })
  .get('/record.csv', (c) => respondFile(c, 'rows'))
  .get('/record/events.csv', (c) => respondFile(c, 'events'))
  .get('/record/verify', async (c) => {
    const params = readExactParams(verifyParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ledger: named, page } = params.value;
    const ledger = ledgerOf(c, named);
    return respondFromLedger(c, async (db) => {
      const verified = await verifyPage(db, ledger, page);
      if (verified === null) return respondError(c, { reason: 'not_found' });
      const ends = await readEnds(db, ledger);
      const suffix = named === null ? '' : `?ledger=${named}`;
      const proof: LedgerProof = {
        ledger,
        rows: ends.rows.seq,
        head: ends.rows.hash,
        csv: `/api/record.csv${suffix}`,
        chain: chainOf(ends),
        events_csv: `/api/record/events.csv${suffix}`,
        page,
        ...verified,
      };
      return respondSummary(c, JSON.stringify(proof));
    });
  })
  .get('/record/:ticker', async (c) => {
    const params = readParams(listingLedgerParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ticker, ledger } = params.value;
    return respondFromLedger(c, async (db) => {
      const summary = await readSummary(db, ledgerOf(c, ledger), ticker);
      return summary === null ? respondError(c, { reason: 'no_data', ticker }) : respondSummary(c, summary);
    });
  });

/**
 * A file as it is now, or as of the last event that a page names. The page asks for both files with the number that its
 * summary states, because caches may hold the three from different times; any number but the last is refused.
 */
async function respondFile(c: Context<AppEnv>, file: LedgerFile): Promise<Response> {
  const params = readExactParams(ledgerFileParams, c);
  if (!params.ok) return respondError(c, params.error);
  const ledger = ledgerOf(c, params.value.ledger);
  const { events } = params.value;
  return respondFromLedger(c, async (db) => {
    const ends = await readEnds(db, ledger);
    if (events !== null && events !== ends.events.seq) return respondError(c, { reason: 'outdated' });
    const texts = fileTexts(db, ledger, file, ends);
    const response = respondCsv(c, textStream(texts, c.get('databaseDeadlineMs')));
    if (events === null) response.headers.set('Cloudflare-CDN-Cache-Control', EDGE_CACHE_CONTROL);
    return response;
  });
}

function respondFromLedger(
  c: Context<AppEnv>,
  respond: (db: D1Database) => Promise<Response>,
): Promise<Response> {
  return respondFromDatabase(c, c.get('services').db, { reason: 'ledger_unavailable' }, respond);
}

async function respondSummary(c: Context<AppEnv>, json: string): Promise<Response> {
  const response = await respondDocument(c, json);
  response.headers.set('Cloudflare-CDN-Cache-Control', EDGE_CACHE_CONTROL);
  return response;
}

/** The ledger of this market, unless the request names the replay. */
function ledgerOf(c: Context<AppEnv>, named: 'replay' | null): LedgerName {
  return named ?? c.get('services').mode;
}

import type { LedgerName } from '#compute';
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { LedgerProof } from '../contract/contract.ts';
import {
  ledgerFileParams,
  ledgerParams,
  listingLedgerParams,
  readExactParams,
  readParams,
  verifyParams,
} from '../http/params.ts';
import { respondCsv, respondDocument, respondError } from '../http/respond.ts';
import { fileStream, unlessNoTable } from '../ledger/files.ts';
import type { LedgerFile } from '../ledger/files.ts';
import { NO_ENDS, readEnds } from '../ledger/ledger.ts';
import type { LedgerEnds } from '../ledger/ledger.ts';
import { emptySummary, EVERY_LISTING, readChain, readSummary } from '../ledger/summary.ts';
import { verifyPage } from '../ledger/verify.ts';
import type { AppEnv } from '../services.ts';

const NOTHING_TO_VERIFY = { pages: 1, broken: [] };

/** What changes with each run of the job: cached in front for a minute, so that its parts agree. */
const EDGE_CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=604800';

/** `GET /record`, `/record/:ticker`, `/record/verify`, `/record.csv`, `/record/events.csv`: the public ledger. */
export const ledgerRoute = new Hono<AppEnv>()
  .get('/record', async (c) => {
    const params = readParams(ledgerParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ledgerDb, ledgerUniverse } = c.get('services');
    const ledger = ledgerOf(c, params.value.ledger);
    const summary = await readSummary(ledgerDb, ledger, EVERY_LISTING);
    return respondSummary(c, summary ?? JSON.stringify(emptySummary(ledger, ledgerUniverse)));
  })
  .get('/record.csv', (c) => respondFile(c, 'rows'))
  .get('/record/events.csv', (c) => respondFile(c, 'events'))
  .get('/record/verify', async (c) => {
    const params = readExactParams(verifyParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ledger: asked, page } = params.value;
    const ledger = ledgerOf(c, asked);
    const { ledgerDb: db } = c.get('services');
    const nothing = page === 1 ? NOTHING_TO_VERIFY : null;
    const verified = db === null ? nothing : await unlessNoTable(verifyPage(db, ledger, page), nothing);
    if (verified === null) return respondError(c, { reason: 'not_found' });
    const { rows } = await endsOf(db, ledger);
    const suffix = asked === null ? '' : `?ledger=${asked}`;
    const proof: LedgerProof = {
      ledger,
      rows: rows.seq,
      head: rows.hash,
      csv: `/api/record.csv${suffix}`,
      chain: await readChain(db, ledger),
      events_csv: `/api/record/events.csv${suffix}`,
      page,
      ...verified,
    };
    return respondSummary(c, JSON.stringify(proof));
  })
  .get('/record/:ticker', async (c) => {
    const params = readParams(listingLedgerParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ticker, ledger } = params.value;
    const summary = await readSummary(c.get('services').ledgerDb, ledgerOf(c, ledger), ticker);
    return summary === null ? respondError(c, { reason: 'no_data', ticker }) : respondSummary(c, summary);
  });

/**
 * A file as it is now, or as of the last event that a page names. The page asks for both files with the number that its
 * summary states, because caches may hold the three from different times; any number but the last is refused.
 */
async function respondFile(c: Context<AppEnv>, file: LedgerFile): Promise<Response> {
  const params = readExactParams(ledgerFileParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { ledgerDb: db } = c.get('services');
  const ledger = ledgerOf(c, params.value.ledger);
  const ends = await endsOf(db, ledger);
  const { events } = params.value;
  if (events !== null && events !== ends.events.seq) return respondError(c, { reason: 'outdated' });
  const response = respondCsv(c, fileStream(db, ledger, file, ends));
  if (events === null) response.headers.set('Cloudflare-CDN-Cache-Control', EDGE_CACHE_CONTROL);
  return response;
}

async function respondSummary(c: Context<AppEnv>, json: string): Promise<Response> {
  const response = await respondDocument(c, json);
  response.headers.set('Cloudflare-CDN-Cache-Control', EDGE_CACHE_CONTROL);
  return response;
}

async function endsOf(db: D1Database | null, ledger: LedgerName): Promise<LedgerEnds> {
  return db === null ? NO_ENDS : unlessNoTable(readEnds(db, ledger), NO_ENDS);
}

/** The ledger of this market, unless the request names the replay. */
function ledgerOf(c: Context<AppEnv>, asked: 'replay' | null): LedgerName {
  return asked ?? c.get('services').mode;
}

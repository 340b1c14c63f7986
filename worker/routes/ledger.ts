import type { LedgerName, Ticker } from '#compute';
import type { Context } from 'hono';
import type { LedgerProof, LedgerResponse } from '../contract/contract.ts';
import { fromDatabase, textStream } from '../http/database.ts';
import { OPERATIONS, type Handler, type Handlers } from '../http/operations.ts';
import { respondCsv, respondError, respondLedger } from '../http/respond.ts';
import { badge } from '../ledger/badge.ts';
import { readFeed } from '../ledger/feed.ts';
import { fileTexts, type LedgerFile } from '../ledger/files.ts';
import { EVERY_LISTING, readChain, readForecasts, readSummary } from '../ledger/summary.ts';
import { readTimestamps } from '../ledger/timestamps.ts';
import { verifyPage } from '../ledger/verify.ts';
import type { AppEnv } from '../services.ts';

export const ledgerHandlers = {
  ledger: (c) =>
    respondSummary(c, (db, ledger, universe) => readSummary(db, ledger, universe, EVERY_LISTING)),
  forecasts: (c, { days }) =>
    respondSummary(c, (db, ledger, universe) => readForecasts(db, ledger, universe, days)),
  ledgerRows: fileHandler('rows'),
  ledgerEvents: fileHandler('events'),
  ledgerProof: (c, { page }) =>
    respondFromLedger(c, async (db, ledger) => {
      const verified = await verifyPage(db, ledger, page);
      if (verified === null) return respondError(c, { reason: 'not_found' });
      const { ledgerRows, ledgerEvents } = OPERATIONS;
      const proof: LedgerProof = { ...verified, csv: ledgerRows.path, events_csv: ledgerEvents.path };
      return respondLedger(c, JSON.stringify(proof));
    }),
  ledgerFeed: (c) =>
    respondFromLedger(c, async (db, ledger, universe) => {
      const feed = await readFeed(db, ledger, universe, new URL(c.req.url).origin);
      return respondLedger(c, feed, [['Content-Type', 'application/atom+xml; charset=utf-8']]);
    }),
  badge: (c, { days }) =>
    respondFromLedger(c, async (db, ledger, universe) => {
      const summary = await readSummary(db, ledger, universe, EVERY_LISTING);
      return respondLedger(c, badge(JSON.parse(summary) as LedgerResponse, days), [
        ['Content-Type', 'image/svg+xml; charset=utf-8'],
        ['Cross-Origin-Resource-Policy', 'cross-origin'],
      ]);
    }),
  ledgerTimestamps: (c, { year }) =>
    respondSummary(c, async (db, ledger) => JSON.stringify(await readTimestamps(db, ledger, year))),
  listingLedger: (c, { ticker, session }) =>
    respondSummary(c, async (db, ledger, universe) => {
      const summary = await readSummary(db, ledger, universe, ticker);
      return session === undefined ? summary : forecastsOfSession(summary, session);
    }),
} satisfies Partial<Handlers>;

/** A summary without scores, and with the forecasts of one session only: a fortieth of its size. */
function forecastsOfSession(summary: string, session: string): string {
  const { latest, ...rest } = JSON.parse(summary) as LedgerResponse;
  const ofSession = latest.filter(({ base_date: date }) => date === session);
  return JSON.stringify({
    ...rest,
    horizons: [],
    misses: [],
    missed_sessions: [],
    timestamps: null,
    latest: ofSession,
  });
}

/** As of now, or of the last event in a page's summary: caches may have summary and files from different times. */
function fileHandler(file: LedgerFile): Handler<'ledgerRows'> {
  return (c, { events }) =>
    respondFromLedger(c, async (db, ledger) => {
      const chain = await readChain(db, ledger);
      const isOutdated = events !== undefined && events !== (chain?.events ?? 0);
      if (isOutdated) return respondError(c, { reason: 'outdated' });
      const texts = fileTexts(db, ledger, file);
      return respondCsv(c, textStream(texts, c.get('databaseDeadlineMs')), events !== undefined);
    });
}

/** Responds from this market's ledger. */
async function respondFromLedger(
  c: Context<AppEnv>,
  respond: (db: D1Database, ledger: LedgerName, universe: readonly Ticker[]) => Promise<Response>,
): Promise<Response> {
  const { config, db } = c.get('services');
  const read = (bound: D1Database) => respond(bound, config.MARKET_DATA, config.RECORD_UNIVERSE);
  const response = await fromDatabase(c, db, 'ledger_unavailable', read);
  return response.ok ? response.value : respondError(c, response.error);
}

function respondSummary(
  c: Context<AppEnv>,
  read: (db: D1Database, ledger: LedgerName, universe: readonly Ticker[]) => Promise<string>,
): Promise<Response> {
  return respondFromLedger(c, async (...ledger) => respondLedger(c, await read(...ledger)));
}

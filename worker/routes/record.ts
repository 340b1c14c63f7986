import type { RecordLedger } from '#compute';
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { RecordProof } from '../contract.ts';
import { encodeAnswer, encodeText } from '../encoded-answers.ts';
import { listingRecordParams, readParams, recordParams } from '../params.ts';
import { csvStream, readHead, readSummary } from '../record/record-reader.ts';
import { emptyRecord, EVERY_LISTING } from '../record/summary.ts';
import { respondCsv, respondDocument, respondError } from '../respond.ts';

/** `GET /record`, `/record/:ticker`, `/record/verify`, `/record.csv`: forecasts written down in advance, and their outcomes. */
export const recordRoute = new Hono<AppEnv>()
  .get('/record', async (c) => {
    const params = readParams(recordParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { record, recordUniverse } = c.get('services');
    const ledger = ledgerOf(c, params.value.ledger);
    const summary = await readSummary(record, ledger, EVERY_LISTING);
    return respondDocument(
      c,
      await encodeText(summary ?? JSON.stringify(emptyRecord(ledger, recordUniverse))),
    );
  })
  .get('/record.csv', (c) => {
    const params = readParams(recordParams, c);
    if (!params.ok) return respondError(c, params.error);
    const ledger = ledgerOf(c, params.value.ledger);
    return respondCsv(c, csvStream(c.get('services').record, ledger));
  })
  .get('/record/verify', async (c) => {
    const params = readParams(recordParams, c);
    if (!params.ok) return respondError(c, params.error);
    const ledger = ledgerOf(c, params.value.ledger);
    const proof: RecordProof = {
      ledger,
      ...(await readHead(c.get('services').record, ledger)),
      csv: `/api/record.csv${params.value.ledger === null ? '' : '?ledger=replay'}`,
    };
    return respondDocument(c, await encodeAnswer(proof));
  })
  .get('/record/:ticker', async (c) => {
    const params = readParams(listingRecordParams, c);
    if (!params.ok) return respondError(c, params.error);
    const { ticker, ledger } = params.value;
    const summary = await readSummary(c.get('services').record, ledgerOf(c, ledger), ticker);
    return summary === null
      ? respondError(c, { reason: 'no_data', ticker })
      : respondDocument(c, await encodeText(summary));
  });

/** The ledger of this market, unless the replay is asked for. */
function ledgerOf(c: Context<AppEnv>, asked: 'replay' | null): RecordLedger {
  return asked ?? c.get('services').mode;
}

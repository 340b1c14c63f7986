import * as v from 'valibot';
import { VERSION } from '../config.ts';
import {
  accountExportSchema,
  alertStatusSchema,
  adminStatusSchema,
  datesSchema,
  forecastsSchema,
  healthSchema,
  intradaySchema,
  ITEM_KIND_NAMES,
  ITEM_KINDS,
  itemChange,
  itemDeletion,
  itemsSchema,
  itemsTakenSchema,
  ledgerSchema,
  MAX_BATCH_ITEMS,
  newsAbsentSchema,
  newsSchema,
  proofSchema,
  quotesSchema,
  searchSchema,
  sentimentAbsentSchema,
  sentimentSchema,
  snapshotSchema,
  stockSchema,
} from '../contract/contract.ts';
import { content, failures, jsonSchema, operation, parameter, signedIn } from './openapi-operations.ts';
import type { JsonSchema } from './openapi-operations.ts';
import {
  forecastsParams,
  intradayParams,
  itemsParams,
  ledgerFileParams,
  ledgerParams,
  listingLedgerParams,
  newsParams,
  datesParams,
  quotesParams,
  searchParams,
  sentimentParams,
  stockParams,
  verifyParams,
} from './params.ts';

/** Descriptions of parameters; only this document needs them. */
const TICKER = 'A symbol as typed; trimmed and upper-cased. Class shares may be written with a dot.';
const LEDGER = 'Absent: the ledger of this market. "replay": recordings played through the job.';
const LEDGER_FILE = {
  ledger: LEDGER,
  events:
    'Number of the last event, for the file as of that event; refused when the ledger no longer ends there.',
};

/** The OpenAPI 3.1 description of `/api`, made from the schemas that validate requests and type responses. */
export function openApiDocument(): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor',
      version: VERSION,
      description:
        'Stock forecasts beside their measured track record. Model estimates, not advice; data may be delayed. Every response with data says where the data comes from, how old it is and whether it is stale.',
    },
    paths: {
      '/api/stock/{ticker}': operation(
        'The analysis of a listing, its history, or the first screen of its document.',
        stockParams,
        {
          ticker: TICKER,
          days: 'Trading days to forecast.',
          view: 'Absent: the analysis. "columns": one compact history, for a client that analyses it itself. "document": HTML of price and forecast, with the columns in it.',
          v: 'The version of the columns that the client reads; there is one at a time.',
        },
        { anyOf: [stockSchema, snapshotSchema].map(jsonSchema) },
        {
          hasHtml: true,
          more: {
            204: { description: 'Asked for with `Purpose: prefetch`, and there is no entry.' },
            ...failures({ 409: 'The columns have another version than the client reads.' }),
          },
        },
      ),
      '/api/intraday/{ticker}': operation(
        'The bars within the latest session, or the latest five.',
        intradayParams,
        { ticker: TICKER, range: 'One session in minutes, or five in steps of five minutes.' },
        jsonSchema(intradaySchema),
      ),
      '/api/quotes': operation(
        'Many listings, one row each.',
        quotesParams,
        { tickers: 'One to fifty symbols, separated by commas.' },
        jsonSchema(quotesSchema),
      ),
      '/api/sentiment/{ticker}': operation(
        "The tone of the last week's headlines.",
        sentimentParams,
        { ticker: TICKER },
        { anyOf: [jsonSchema(sentimentSchema), jsonSchema(sentimentAbsentSchema)] },
      ),
      '/api/dates': operation(
        'What comes next of up to 50 listings: dividends, and the results of US companies.',
        datesParams,
        { tickers: 'Tickers separated by commas.' },
        jsonSchema(datesSchema),
      ),
      '/api/news/{ticker}': operation(
        'Articles, the most relevant first.',
        newsParams,
        { ticker: TICKER, days: 'Days of news, counted back from now.' },
        { anyOf: [jsonSchema(newsSchema), jsonSchema(newsAbsentSchema)] },
      ),
      '/api/search': operation(
        'Listings whose symbol or name matches.',
        searchParams,
        {
          q: 'A part of a symbol or a name; 1 to 64 printable characters after trimming.',
          limit: 'The largest number of listings.',
        },
        jsonSchema(searchSchema),
      ),
      '/api/record': operation(
        'The public ledger: forecasts written down in advance, and their outcomes.',
        ledgerParams,
        { ledger: LEDGER },
        jsonSchema(ledgerSchema),
      ),
      '/api/record/{ticker}': operation(
        "One listing's part of the ledger.",
        listingLedgerParams,
        { ticker: TICKER, ledger: LEDGER },
        jsonSchema(ledgerSchema),
      ),
      '/api/record/verify': operation(
        'A page of the ledger hashed anew and compared with its chain of events, and where the chain ends. Each event hash is SHA-256 (hexadecimal) of the event hash before it (nothing before the first), a line feed, and ledger, number, kind and body joined by commas. The body of a forecast or settlement is the number of the forecast and the hash of its row; that hash is SHA-256 of a hash before it, a line feed and the fields as the CSV prints them, joined by commas: for a forecast that is the hash of the forecast before it, for a settlement the hash of its forecast.',
        verifyParams,
        { ledger: LEDGER, page: 'Number of the page, from 1; the response says how many there are.' },
        jsonSchema(proofSchema),
      ),
      '/api/forecasts': operation(
        "The forecasts of each listing's last close, with the ledger's record.",
        forecastsParams,
        { days: 'Trading days of the record.' },
        jsonSchema(forecastsSchema),
      ),
      '/api/record.csv': csvFile('Every row of the ledger.'),
      '/api/record/events.csv': csvFile('Every event of the chain, in its order.'),
      '/api/health': operation('What runs, and its sources.', {}, {}, jsonSchema(healthSchema)),
      '/api/me/items': {
        get: signedIn('What changed in the account since a version.', itemsSchema, {
          parameters: [
            parameter('since', itemsParams.since, 'The version that the client has; 0 has everything.'),
          ],
        }),
        put: signedIn(
          'Changes what the account holds, where no other device has changed it.',
          itemsTakenSchema,
          {
            requestBody: { required: true, ...content(changesSchema()) },
          },
        ),
      },
      '/api/me/alerts': { get: signedIn('How the alerts of the account are watched.', alertStatusSchema) },
      '/api/me/export': { get: signedIn('Everything that the account holds.', accountExportSchema) },
      '/api/me': {
        delete: signedIn(
          'Deletes everything that the account holds; needs a sign-in of the last five minutes.',
          null,
        ),
      },
      '/api/admin/status': {
        get: signedIn('How the installation is, for its administrators.', adminStatusSchema),
      },
    },
    components: {
      securitySchemes: {
        id_token: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' },
      },
    },
  };
}

function csvFile(summary: string): JsonSchema {
  return operation(summary, ledgerFileParams, LEDGER_FILE, { type: 'string' }, { type: 'text/csv' });
}

/** The body of changes, with what the value of each kind is. */
function changesSchema(): JsonSchema {
  const changes = v.strictObject({
    items: v.pipe(
      v.array(
        v.union([
          ...ITEM_KIND_NAMES.map((kind) => {
            const { value } = ITEM_KINDS[kind];
            return v.strictObject({ ...itemChange.entries, kind: v.literal(kind), value });
          }),
          itemDeletion,
        ]),
      ),
      v.minLength(1),
      v.maxLength(MAX_BATCH_ITEMS),
    ),
  });
  return jsonSchema(changes);
}

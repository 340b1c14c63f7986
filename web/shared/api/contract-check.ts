/** The contract's own schemas, with their library: loaded with the first answer that is checked by them. */
import {
  adminStatusSchema,
  alertStatusSchema,
  datesSchema,
  forecastsSchema,
  healthSchema,
  intradaySchema,
  ledgerSchema,
  quotesSchema,
  searchSchema,
  type AdminStatus,
  type AlertStatus,
  type DatesResponse,
  type ForecastsResponse,
  type HealthResponse,
  type IntradayResponse,
  type LedgerResponse,
  type QuotesResponse,
  type SearchResult,
} from '#worker/contract';
import { is } from 'valibot';

export interface Answers {
  readonly admin: AdminStatus;
  readonly alerts: AlertStatus;
  readonly dates: DatesResponse;
  readonly forecasts: ForecastsResponse;
  readonly health: HealthResponse;
  readonly intraday: IntradayResponse;
  readonly ledger: LedgerResponse;
  readonly quotes: QuotesResponse;
  readonly search: readonly SearchResult[];
}

const SCHEMAS = {
  admin: adminStatusSchema,
  alerts: alertStatusSchema,
  dates: datesSchema,
  forecasts: forecastsSchema,
  health: healthSchema,
  intraday: intradaySchema,
  ledger: ledgerSchema,
  quotes: quotesSchema,
  search: searchSchema,
};

/** Whether a body is an answer of this name, field by field. Fields that are newer than this page do no harm. */
export function isAnswer<Name extends keyof Answers>(name: Name, body: unknown): body is Answers[Name] {
  return is(SCHEMAS[name], body);
}

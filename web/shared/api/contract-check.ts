import * as contract from '#worker/contract';
import { is, type InferOutput } from 'valibot';

const SCHEMAS = {
  admin: contract.adminStatusSchema,
  alerts: contract.alertStatusSchema,
  dates: contract.datesSchema,
  forecasts: contract.forecastsSchema,
  health: contract.healthSchema,
  intraday: contract.intradaySchema,
  ledger: contract.ledgerSchema,
  quotes: contract.quotesSchema,
  search: contract.searchSchema,
};

export type Responses = { readonly [Name in keyof typeof SCHEMAS]: InferOutput<(typeof SCHEMAS)[Name]> };

/** Whether a body matches the response schema of this name. Unknown, newer fields are allowed. */
export function isResponse<Name extends keyof Responses>(name: Name, body: unknown): body is Responses[Name] {
  return is(SCHEMAS[name], body);
}

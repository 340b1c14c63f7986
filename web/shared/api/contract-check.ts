/** The contract's own schemas, with their library: loaded with the first response that is checked by them. */
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

/** Whether a body has the fields of the response of this name. Fields that are newer than this page do no harm. */
export function isResponse<Name extends keyof Responses>(name: Name, body: unknown): body is Responses[Name] {
  return is(SCHEMAS[name], body);
}

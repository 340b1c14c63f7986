/** The contract's own schemas, with their library: loaded with the first answer that is checked by them. */
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

export type Answers = { readonly [Name in keyof typeof SCHEMAS]: InferOutput<(typeof SCHEMAS)[Name]> };

/** Whether a body is an answer of this name, field by field. Fields that are newer than this page do no harm. */
export function isAnswer<Name extends keyof Answers>(name: Name, body: unknown): body is Answers[Name] {
  return is(SCHEMAS[name], body);
}

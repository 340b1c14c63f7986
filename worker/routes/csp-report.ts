import { Hono } from 'hono/tiny';
import * as v from 'valibot';
import type { AppEnv } from '../http/app-env.ts';
import { parseJson, readBody } from '../http/body.ts';
import { respondEmpty, respondError } from '../http/respond.ts';

const MAX_BODY_BYTES = 16 * 1024;
/** One broken extension on many machines must not fill the log. */
const LOGGED_SHARE = 0.1;
const MAX_FIELD_CHARACTERS = 200;

const reportsSchema = v.pipe(
  v.array(
    v.object({
      type: v.literal('csp-violation'),
      body: v.object({
        effectiveDirective: v.optional(v.string(), ''),
        blockedURL: v.optional(v.string(), ''),
        documentURL: v.optional(v.string(), ''),
      }),
    }),
  ),
  v.maxLength(20),
);

/** `POST /csp-report`: what browsers blocked under our policy; a tenth is logged, without query strings. */
export const cspReportRoute = new Hono<AppEnv>().post('/csp-report', async (c) => {
  const text = await readBody(c.req.raw, MAX_BODY_BYTES);
  if (text === null) return respondError(c, { reason: 'body_too_large' });
  const reports = v.safeParse(reportsSchema, parseJson(text));
  if (reports.success && c.get('services').random() < LOGGED_SHARE) {
    for (const { body } of reports.output) {
      const detail = {
        event: 'csp_violation',
        directive: body.effectiveDirective.slice(0, MAX_FIELD_CHARACTERS),
        blocked: withoutQuery(body.blockedURL),
        page: withoutQuery(body.documentURL),
      };
      console.warn(JSON.stringify(detail));
    }
  }
  // The browser ignores the response, so an unreadable report is not worth an error.
  return respondEmpty(c);
});

function withoutQuery(address: string): string {
  return (address.split(/[?#]/, 1)[0] ?? '').slice(0, MAX_FIELD_CHARACTERS);
}

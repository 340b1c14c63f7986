import type { Context } from 'hono';
import { inTime } from '../resilience/single-flight.ts';
import type { AppEnv } from '../services.ts';
import type { Failure } from '../failure.ts';
import { respondError } from './respond.ts';

/** Together with the 2.5 s for fetching a token's keys, this keeps the promised response time. */
export const DATABASE_DEADLINE_MS = 3500;

/** Responds from a database, or with `unavailable`. A write that took too long may still complete, so writes are repeatable. */
export async function respondFromDatabase<Database>(
  c: Context<AppEnv>,
  db: Database | null,
  unavailable: Failure,
  respond: (db: Database) => Promise<Response>,
): Promise<Response> {
  if (db === null) return respondError(c, unavailable);
  try {
    return await inTime(c.get('databaseDeadlineMs'), respond(db));
  } catch (cause) {
    const { reason } = unavailable;
    const detail = { event: 'database_failed', reason, request_id: c.get('requestId'), cause: String(cause) };
    console.error(JSON.stringify(detail));
    return respondError(c, unavailable);
  }
}

/** Encodes strings as the client reads them. If the next one does not arrive in time, the response is aborted. */
export function textStream(texts: AsyncGenerator<string>, deadlineMs: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      let next = await inTime(deadlineMs, texts.next());
      // After an empty chunk the stream would not be pulled again.
      while (next.value === '') next = await inTime(deadlineMs, texts.next());
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
}

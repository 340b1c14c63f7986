import { err, ok } from '#compute';
import type { Context } from 'hono';
import { inTime } from '../resilience/single-flight.ts';
import type { AppEnv } from '../services.ts';
import type { Outcome } from '../failure.ts';

/** Together with the 2.5 s for fetching a token's keys, this keeps the promised response time. */
export const DATABASE_DEADLINE_MS = 3500;

/** What a database gives, or `reason`. A write that took too long may still complete, so writes are repeatable. */
export async function fromDatabase<Database, T>(
  c: Context<AppEnv>,
  db: Database | null,
  reason: 'account_unavailable' | 'ledger_unavailable',
  read: (db: Database) => Promise<T>,
): Promise<Outcome<T>> {
  if (db === null) return err({ reason });
  try {
    return ok(await inTime(c.get('databaseDeadlineMs'), read(db)));
  } catch (cause) {
    const detail = { event: 'database_failed', reason, request_id: c.get('requestId'), cause: String(cause) };
    console.error(JSON.stringify(detail));
    return err({ reason });
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

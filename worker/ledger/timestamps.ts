import { grantedToken, isoInstant, readTimestampToken, timestampDay, timestampRequest } from '#compute';
import type { LedgerName } from '#compute';
import type { TimestampsResponse } from '../contract/contract.ts';
import { readBytes } from '../body.ts';
import { LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';

/** The subject that stores the confirmed days for the summaries; no ticker contains `#`. */
export const TIMESTAMPS = '#timestamps';

/** A token with its certificates has 3 to 8 KB. */
const MAX_RESPONSE_BYTES = 64 * 1024;

const MAX_CLOCK_DIFFERENCE_MS = 86_400_000;

export interface TimestampJob {
  readonly db: D1Database;
  readonly ledger: LedgerName;
  /** URLs. */
  readonly authorities: readonly string[];
  readonly now: () => number;
  /** Counts a call; false if the run has none left. */
  readonly spend: () => boolean;
}

/** Has the head stamped by each authority that has not done so today. If one fails, the next run asks it again. */
export async function timestampHead(job: TimestampJob): Promise<void> {
  const { db, ledger, authorities } = job;
  const day = timestampDay(job.now() / 1000);
  const { results: due } = await sql(db)`
    SELECT value AS authority, event_seq, hash AS head FROM json_each(${JSON.stringify(authorities)})
    CROSS JOIN (SELECT event_seq, hash FROM record_event WHERE ledger = ${ledger} ORDER BY event_seq DESC LIMIT 1)
    WHERE NOT EXISTS (SELECT 1 FROM record_timestamp
      WHERE ledger = ${ledger} AND day = ${day} AND authority = value)`.all<Due>();
  const stamped = await Promise.all(due.map((entry) => stamp(entry, job)));
  const rows = stamped.filter((row) => row !== null);
  if (rows.length === 0) return;
  await db.batch([
    sql(db)`INSERT OR IGNORE INTO record_timestamp
      SELECT ${ledger}, ${day}, value->>0, value->>1, value->>2, value->>3, value->>4
      FROM json_each(${JSON.stringify(rows)})`,
    sql(db)`REPLACE INTO record_summary
      SELECT ${ledger}, ${TIMESTAMPS}, json_object('last', MAX(stamped_at), 'days', json_group_array(DISTINCT day),
        'authorities', json_group_array(DISTINCT authority))
      FROM record_timestamp WHERE ledger = ${ledger}`,
  ]);
}

interface Due {
  readonly authority: string;
  readonly event_seq: number;
  readonly head: string;
}

/** A row's values; `null` if the authority's response is no proof. */
async function stamp({ authority, event_seq: seq, head }: Due, { now, spend }: TimestampJob) {
  try {
    if (!spend()) throw new Error('the run has no calls left');
    const nonce = `4${crypto.randomUUID().replaceAll('-', '').slice(-15)}`;
    const body = timestampRequest(head, nonce);
    const headers = { 'Content-Type': 'application/timestamp-query' };
    const response = await withDeadline(LOAD_DEADLINE_MS, async (signal) => {
      const reply = await fetch(authority, { method: 'POST', headers, body, signal });
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      return readBytes(reply, MAX_RESPONSE_BYTES);
    });
    if (response === null) throw new Error('too long');
    const token = grantedToken(response);
    const stamped = readTimestampToken(token);
    if (stamped?.head !== head || stamped.nonce !== nonce) throw new Error('no token for this request');
    const { atMs } = stamped;
    if (Math.abs(atMs - now()) > MAX_CLOCK_DIFFERENCE_MS) throw new Error('not the time of the request');
    return [authority, seq, head, isoInstant(atMs / 1000), btoa(String.fromCharCode(...token))];
  } catch (cause) {
    console.warn(JSON.stringify({ event: 'timestamp_failed', authority, cause: String(cause) }));
    return null;
  }
}

/** A year's tokens, oldest first. */
export async function readTimestamps(
  db: D1Database,
  ledger: LedgerName,
  year: number,
): Promise<TimestampsResponse> {
  const { results } = await sql(db)`
    SELECT day, event_seq, head, authority, stamped_at, token FROM record_timestamp
    WHERE ledger = ${ledger} AND day BETWEEN ${`${year}-01-01`} AND ${`${year}-12-31`}
    ORDER BY day, authority`.all<TimestampsResponse['timestamps'][number]>();
  return { ledger, year, timestamps: results };
}

import { DurableObject } from 'cloudflare:workers';
// Not in that file, which also runs outside of workerd.
import { grantLease, NOTHING_GRANTED } from './call-budget.ts';
import type { Lease, LeaseRequest, MinuteCount, SharedBudget } from './call-budget.ts';

const UNKNOWN_MS = 24 * 3600_000;
const MAX_UNKNOWN = 2000;

/** What all isolates share about a vendor: an object for each, named by the vendor. Stored, because objects are often evicted. */
export class VendorBudget extends DurableObject implements SharedBudget {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS unknown_symbol (symbol TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
       CREATE INDEX IF NOT EXISTS unknown_symbol_until ON unknown_symbol (until)`,
    );
  }

  async lease(request: LeaseRequest): Promise<Lease> {
    const { kv } = this.ctx.storage;
    const [count, lease] = grantLease(kv.get<MinuteCount>('count') ?? NOTHING_GRANTED, request, Date.now());
    if (lease.calls > 0) kv.put('count', count);
    return lease;
  }

  async isUnknown(symbol: string): Promise<boolean> {
    const query = 'SELECT 1 FROM unknown_symbol WHERE symbol = ? AND until > ?';
    return this.ctx.storage.sql.exec(query, symbol, Date.now()).toArray().length > 0;
  }

  async recordUnknown(symbol: string): Promise<void> {
    const { sql } = this.ctx.storage;
    sql.exec('REPLACE INTO unknown_symbol VALUES (?, ?)', symbol, Date.now() + UNKNOWN_MS);
    sql.exec(
      `DELETE FROM unknown_symbol WHERE until <= ?
       OR until <= (SELECT until FROM unknown_symbol ORDER BY until DESC LIMIT 1 OFFSET ${MAX_UNKNOWN})`,
      Date.now(),
    );
  }
}

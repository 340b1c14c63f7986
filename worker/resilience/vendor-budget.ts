import { DurableObject } from 'cloudflare:workers';
// Not in that file, which also runs outside of workerd.
import { grantLease, NOTHING_GRANTED } from './call-budget.ts';
import type { Lease, LeaseRequest, MinuteCount, SharedBudget } from './call-budget.ts';

/** What all isolates share about a vendor: an object for each, named by the vendor. Stored, because objects are often evicted. */
export class VendorBudget extends DurableObject implements SharedBudget {
  async lease(request: LeaseRequest): Promise<Lease> {
    const { kv } = this.ctx.storage;
    const [count, lease] = grantLease(kv.get<MinuteCount>('count') ?? NOTHING_GRANTED, request, Date.now());
    if (lease.calls > 0) kv.put('count', count);
    return lease;
  }
}

import { grantLease, NOTHING_GRANTED, type SharedBudget } from '#worker/resilience/call-budget.ts';

/** A shared budget in memory. */
export function vendorBudget(now: () => number): SharedBudget {
  let count = NOTHING_GRANTED;
  return {
    async lease(request) {
      const [after, lease] = grantLease(count, request, now());
      count = after;
      return lease;
    },
  };
}

import { env } from 'cloudflare:workers';
import { evictDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { LeasedCalls } from '#worker/resilience/call-budget.ts';
import type { CallPurpose, SharedBudget } from '#worker/resilience/call-budget.ts';
import type { VendorBudget } from '#worker/resilience/vendor-budget.ts';
import { uniform } from '../../compute/seeded.ts';
import { vendorBudget } from '#support/worker/vendor-budget.ts';
import { runs } from '#support/runs.ts';

const PER_MINUTE = 120;
const NOON_MS = Date.UTC(2026, 10, 17, 17);

/** Isolates that share a budget, at a time within a minute. */
function isolates(count: number, callsPerMinute = PER_MINUTE) {
  const clock = { ms: NOON_MS + 10_000 };
  const now = () => clock.ms;
  const shared = vendorBudget(now);
  const lease = vi.spyOn(shared, 'lease');
  const budgets = Array.from({ length: count }, () => new LeasedCalls(shared, callsPerMinute, now));
  return { clock, budgets, lease };
}

async function takes(budget: { take(purpose: CallPurpose): Promise<number | null> }, purpose: CallPurpose) {
  let calls = 0;
  while ((await budget.take(purpose)) === null) calls += 1;
  return calls;
}

const SCHEDULED = PER_MINUTE / 6;

test('one isolate may make all calls except the schedule’s, in few leases, then waits for the next minute', async () => {
  const { budgets, clock, lease } = isolates(1);
  expect(await takes(budgets[0]!, 'first')).toBe(PER_MINUTE - SCHEDULED);
  expect(lease.mock.calls.length).toBeLessThanOrEqual(15);
  expect(await budgets[0]!.take('first')).toBe(50);
  clock.ms += 49_999;
  expect(await budgets[0]!.take('first')).toBe(1);
  clock.ms += 1;
  expect(await takes(budgets[0]!, 'first')).toBe(PER_MINUTE - SCHEDULED);
});

test('refreshes leave a quarter of the minute to first calls', async () => {
  const { budgets } = isolates(1);
  expect(await takes(budgets[0]!, 'renewal')).toBe(70);
  expect(await takes(budgets[0]!, 'first')).toBe(30);
});

test('a sixth of each minute is reserved for the schedule, which leaves a quarter to first calls', async () => {
  const visitors = isolates(1).budgets[0]!;
  await takes(visitors, 'first');
  expect(await takes(visitors, 'schedule')).toBe(SCHEDULED);
  const run = isolates(1).budgets[0]!;
  expect(await takes(run, 'schedule')).toBe(90);
  expect(await takes(run, 'first')).toBe(30);
});

test('a lease covers exactly the waiting calls', async () => {
  const { budgets, lease } = isolates(1);
  await Promise.all(Array.from({ length: 5 }, () => budgets[0]!.take('first')));
  expect(lease.mock.calls).toEqual([[{ purpose: 'first', calls: 5, callsPerMinute: PER_MINUTE }]]);
});

test('sixty fresh isolates that need one listing each within a minute get one call each', async () => {
  const { budgets } = isolates(60);
  const waits = await Promise.all(budgets.map((budget) => budget.take('first')));
  expect(waits.filter((wait) => wait !== null)).toEqual([]);
});

/** Minutes of requests to random isolates: each needs one call for a new listing and one more. */
test('of sixty requests a minute to three hundred isolates at most 1 % are refused, and at most six calls stay unused', async () => {
  const MINUTES = runs(200);
  const random = uniform(7);
  const { budgets, clock, lease } = isolates(300);
  let refused = 0;
  let made = 0;
  for (let minute = 0; minute < MINUTES; minute++) {
    for (let request = 0; request < 60; request++) {
      clock.ms = NOON_MS + (minute + request / 60) * 60_000;
      const budget = budgets[Math.floor(random() * budgets.length)]!;
      if ((await budget.take('first')) === null) made += 1;
      else refused += 1;
    }
  }
  const granted = await Promise.all(
    lease.mock.results.map(({ value }) => value as Promise<{ calls: number }>),
  );
  const unused = granted.reduce((sum, { calls }) => sum + calls, 0) - made;
  expect(refused / (60 * MINUTES)).toBeLessThanOrEqual(0.01);
  expect(unused / MINUTES).toBeLessThanOrEqual(6);
});

test('twenty isolates together make no more calls than one, even concurrently', async () => {
  const { budgets } = isolates(20);
  const asked = Array.from({ length: 400 }, (_, index) =>
    budgets[index % 20]!.take(index % 3 === 0 ? 'first' : 'renewal'),
  );
  const granted = (await Promise.all(asked)).filter((wait) => wait === null).length;
  expect(granted).toBeGreaterThan(PER_MINUTE / 2);
  expect(granted).toBeLessThanOrEqual(PER_MINUTE - SCHEDULED);
});

test('after a refusal no lease is requested before the minute is over', async () => {
  const { budgets, lease } = isolates(1);
  await takes(budgets[0]!, 'first');
  lease.mockClear();
  for (let call = 0; call < 100; call++) expect(await budgets[0]!.take('first')).not.toBeNull();
  expect(lease).not.toHaveBeenCalled();
});

test.each<[string, SharedBudget['lease']]>([
  ['throws', () => Promise.reject(new Error('overloaded'))],
  ['hangs', () => new Promise(() => undefined)],
])('K18 an isolate makes few calls a minute by itself if the shared budget %s', async (_, lease) => {
  vi.useFakeTimers({ now: NOON_MS });
  try {
    const budget = new LeasedCalls({ lease }, PER_MINUTE, () => Date.now());
    const calls = takes(budget, 'first');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await calls).toBe(6);
  } finally {
    vi.useRealTimers();
  }
});

test('a call waits half a second for a lease that was lost with its request', async () => {
  vi.useFakeTimers({ now: NOON_MS });
  try {
    const lease = vi.fn<SharedBudget['lease']>(async () => ({ calls: 1, forMs: 60_000 }));
    lease.mockReturnValueOnce(new Promise(() => undefined));
    const budget = new LeasedCalls({ lease }, PER_MINUTE, () => Date.now());
    void budget.take('first');
    await vi.advanceTimersByTimeAsync(0);
    // The runtime ends the timers of a request with it.
    vi.clearAllTimers();
    const call = budget.take('first');
    await vi.advanceTimersByTimeAsync(500);
    expect(await Promise.race([call, Promise.resolve('waits')])).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('the object keeps counting after an eviction', async () => {
  const object = (
    env as unknown as { VENDOR_BUDGET: DurableObjectNamespace<VendorBudget> }
  ).VENDOR_BUDGET.getByName(crypto.randomUUID());
  const request = { purpose: 'first', calls: 3, callsPerMinute: 5 } as const;
  const before = await object.lease(request);
  await evictDurableObject(object);
  const after = await object.lease(request);
  expect(before.calls).toBe(3);
  // Unless a new minute of the real clock has just begun.
  expect(after.calls).toBe(after.forMs > before.forMs ? 3 : 2);
});

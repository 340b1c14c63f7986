import { env } from 'cloudflare:workers';
import { evictDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { createCallBudget, createOwnBudget } from '../../../worker/resilience/call-budget.ts';
import type { CallPurpose, SharedBudget } from '../../../worker/resilience/call-budget.ts';
import type { VendorBudget } from '../../../worker/resilience/vendor-budget.ts';

const PER_MINUTE = 120;
const NOON_MS = Date.UTC(2026, 10, 17, 17);

/** Isolates that share a budget, at a moment within a minute. */
function isolates(count: number, callsPerMinute = PER_MINUTE) {
  const clock = { ms: NOON_MS + 10_000 };
  const now = () => clock.ms;
  const shared = createOwnBudget(now);
  const lease = vi.spyOn(shared, 'lease');
  const budgets = Array.from({ length: count }, () => createCallBudget(shared, callsPerMinute, now));
  return { clock, budgets, lease };
}

async function takes(budget: { take(purpose: CallPurpose): Promise<number | null> }, purpose: CallPurpose) {
  let calls = 0;
  while ((await budget.take(purpose)) === null) calls += 1;
  return calls;
}

test('one isolate may make all calls of a minute, in few leases, and then waits for the next minute', async () => {
  const { budgets, clock, lease } = isolates(1);
  expect(await takes(budgets[0]!, 'first')).toBe(PER_MINUTE);
  expect(lease.mock.calls.length).toBeLessThanOrEqual(13);
  expect(await budgets[0]!.take('first')).toBe(50);
  clock.ms += 49_999;
  expect(await budgets[0]!.take('first')).toBe(1);
  clock.ms += 1;
  expect(await takes(budgets[0]!, 'first')).toBe(PER_MINUTE);
});

test('renewals leave a quarter to first calls', async () => {
  const { budgets } = isolates(1);
  expect(await takes(budgets[0]!, 'renewal')).toBe(90);
  expect(await takes(budgets[0]!, 'first')).toBe(30);
});

test('twenty isolates together make no more calls than one, whoever asks at once', async () => {
  const { budgets } = isolates(20);
  const asked = Array.from({ length: 400 }, (_, index) =>
    budgets[index % 20]!.take(index % 3 === 0 ? 'first' : 'renewal'),
  );
  const granted = (await Promise.all(asked)).filter((wait) => wait === null).length;
  expect(granted).toBeGreaterThan(PER_MINUTE / 2);
  expect(granted).toBeLessThanOrEqual(PER_MINUTE);
});

test('of a refusal nothing is asked again before the minute is over', async () => {
  const { budgets, lease } = isolates(1);
  await takes(budgets[0]!, 'first');
  lease.mockClear();
  for (let call = 0; call < 100; call++) expect(await budgets[0]!.take('first')).not.toBeNull();
  expect(lease).not.toHaveBeenCalled();
});

test.each<[string, SharedBudget['lease']]>([
  ['throws', () => Promise.reject(new Error('overloaded'))],
  ['hangs', () => new Promise(() => undefined)],
])('K18 where the shared budget %s, an isolate makes few calls a minute by itself', async (_, lease) => {
  vi.useFakeTimers({ now: NOON_MS });
  try {
    const budget = createCallBudget({ lease }, PER_MINUTE, () => Date.now());
    const calls = takes(budget, 'first');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await calls).toBe(6);
  } finally {
    vi.useRealTimers();
  }
});

test('the object counts on after it was evicted', async () => {
  const object = (
    env as unknown as { VENDOR_BUDGET: DurableObjectNamespace<VendorBudget> }
  ).VENDOR_BUDGET.getByName(crypto.randomUUID());
  const request = { purpose: 'first', calls: 3, callsPerMinute: 5 } as const;
  const before = await object.lease(request);
  await evictDurableObject(object);
  const after = await object.lease(request);
  expect(before.calls).toBe(3);
  // Unless a minute of the real clock has just begun.
  expect(after.calls).toBe(after.forMs > before.forMs ? 3 : 2);
});

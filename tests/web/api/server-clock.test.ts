// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';

const YEAR_MS = 365 * 86_400_000;
const SERVER_MS = Date.parse('2026-11-20T15:00:00Z');

afterEach(() => void vi.restoreAllMocks());

/** A browser whose clock is off by `offByMs`, and control of the time that really passes. */
async function setUp(offByMs: number) {
  const world = { passedMs: 0, offByMs };
  vi.spyOn(Date, 'now').mockImplementation(() => SERVER_MS + world.passedMs + world.offByMs);
  vi.spyOn(performance, 'now').mockImplementation(() => 5000 + world.passedMs);
  vi.resetModules();
  const { nowMs, recordServerTime } = await import('#web/shared/api/server-clock.ts');
  return {
    world,
    nowMs,
    note: (serverMs: number) => recordServerTime(new Date(serverMs).toISOString()),
    recordServerTime,
  };
}

test.each([
  ['a year ahead', YEAR_MS],
  ['a year behind', -YEAR_MS],
])('a browser %s uses the server’s time, which advances', async (_which, offByMs) => {
  const { world, nowMs, note } = await setUp(offByMs);
  expect(nowMs()).toBe(SERVER_MS + offByMs);
  note(SERVER_MS);
  expect(nowMs()).toBe(SERVER_MS);
  world.passedMs = 90_000;
  expect(nowMs()).toBe(SERVER_MS + 90_000);
});

test('a clock less than a minute off is used as it is', async () => {
  const { nowMs, note } = await setUp(59_000);
  note(SERVER_MS);
  expect(nowMs()).toBe(SERVER_MS + 59_000);
});

test('an older response never turns the clock back', async () => {
  const { world, nowMs, note } = await setUp(YEAR_MS);
  note(SERVER_MS);
  world.passedMs = 10_000;
  note(SERVER_MS - 2 * 86_400_000);
  expect(nowMs()).toBe(SERVER_MS + 10_000);
  note(SERVER_MS + 12_000);
  expect(nowMs()).toBe(SERVER_MS + 12_000);
});

test('a clock is used again once it is corrected', async () => {
  const { world, nowMs, note } = await setUp(YEAR_MS);
  note(SERVER_MS);
  world.offByMs = 0;
  world.passedMs = 1000;
  expect(nowMs()).toBe(SERVER_MS + 1000);
});

test('a response without a readable time changes nothing', async () => {
  const { nowMs, recordServerTime } = await setUp(YEAR_MS);
  recordServerTime('soon');
  expect(nowMs()).toBe(SERVER_MS + YEAR_MS);
});

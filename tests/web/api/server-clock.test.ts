// @vitest-environment node
import { expect, test } from 'vitest';
import { createServerClock } from '../../../web/shared/api/server-clock.ts';

const YEAR_MS = 365 * 86_400_000;
const SERVER_MS = Date.parse('2026-11-20T15:00:00Z');

/** A browser whose clock is off by so much, and the time that really passes. */
function setUp(offByMs: number) {
  const world = { passedMs: 0, offByMs };
  const clock = createServerClock(
    () => SERVER_MS + world.passedMs + world.offByMs,
    () => 5000 + world.passedMs,
  );
  return { world, clock };
}

test.each([
  ['a year ahead', YEAR_MS],
  ['a year behind', -YEAR_MS],
])('a browser %s tells the time by the server, which goes on', (_which, offByMs) => {
  const { world, clock } = setUp(offByMs);
  expect(clock.nowMs()).toBe(SERVER_MS + offByMs);
  clock.note(SERVER_MS);
  expect(clock.nowMs()).toBe(SERVER_MS);
  world.passedMs = 90_000;
  expect(clock.nowMs()).toBe(SERVER_MS + 90_000);
});

test('a clock that is off by less than a minute is kept', () => {
  const { clock } = setUp(59_000);
  clock.note(SERVER_MS);
  expect(clock.nowMs()).toBe(SERVER_MS + 59_000);
});

test('an older response never turns the clock back', () => {
  const { world, clock } = setUp(YEAR_MS);
  clock.note(SERVER_MS);
  world.passedMs = 10_000;
  clock.note(SERVER_MS - 2 * 86_400_000);
  expect(clock.nowMs()).toBe(SERVER_MS + 10_000);
  clock.note(SERVER_MS + 12_000);
  expect(clock.nowMs()).toBe(SERVER_MS + 12_000);
});

test('a clock that is corrected meanwhile is used again', () => {
  const { world, clock } = setUp(YEAR_MS);
  clock.note(SERVER_MS);
  world.offByMs = 0;
  world.passedMs = 1000;
  expect(clock.nowMs()).toBe(SERVER_MS + 1000);
});

test('a response without a readable time changes nothing', () => {
  const { clock } = setUp(YEAR_MS);
  clock.note(Number.NaN);
  expect(clock.nowMs()).toBe(SERVER_MS + YEAR_MS);
});

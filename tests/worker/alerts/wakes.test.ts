/** How often a user's object wakes, by its alarms on a moved clock, in every state that it can be left in. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { alertKey } from '#worker/contract';
import type { Change } from '#worker/account/item-table.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UserStore } from '#worker/account/user-store.ts';
import { freshAccounts } from '#support/worker/account.ts';
import { emptyDatabase, freshDatabase } from '#support/worker/database.ts';

/** The platform's own alarms go by the real clock: from now on none of them fires. */
const NOW_MS = Date.now();
const nowSeconds = () => Math.floor(Date.now() / 1000);

beforeEach(async () => {
  await freshDatabase();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 503 }));
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const rule = { on: 'price', direction: 'below', value: 140 } as const;
const KEY = alertKey('NVDA', rule);

const item = (kind: Change['kind'], key: string, value: object | null, baseVersion = 0): Change => {
  return { kind, key, value: value && JSON.stringify(value), baseVersion };
};
const ALERT = item('alert', KEY, { ticker: 'NVDA', rule });

const SUBSCRIPTION = item('push', 'phone', {
  endpoint: 'https://push.test/1',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  server_key: (env as unknown as { VAPID_PUBLIC_KEY: string }).VAPID_PUBLIC_KEY,
});

type Bindings = Readonly<Record<string, unknown>>;

/** An account that was left in some state, and then lives on with other bindings. */
async function wakes(prepare: (account: UserStore) => Promise<unknown>, later: Bindings, hours = 24) {
  const object = freshAccounts().objectOf('Jane');
  return runInDurableObject(object, async (first, state) => {
    await prepare(first);
    const account = new UserStore(state, { ...env, ...later } as unknown as Cloudflare.Env);
    const { storage } = state;
    const gaps: number[] = [];
    const endMs = Date.now() + hours * 3600_000;
    for (
      let atMs = await storage.getAlarm();
      atMs !== null && atMs <= endMs;
      atMs = await storage.getAlarm()
    ) {
      gaps.push(atMs - Date.now());
      vi.setSystemTime(Math.max(atMs, Date.now()));
      await storage.deleteAlarm();
      await account.alarm();
      if (gaps.length > 1000) break;
    }
    return {
      count: gaps.length,
      shortestMs: Math.min(...gaps),
      // The deletion of a subscription is forgotten three months later.
      isDone: ((await storage.getAlarm()) ?? Infinity) > endMs + 80 * 24 * 3600_000,
    };
  });
}

/** An account with a push that waits. */
async function withPush(account: UserStore): Promise<void> {
  await account.writeChanges([ALERT, SUBSCRIPTION], nowSeconds());
  const read = await account.readChanges(0, nowSeconds());
  const version = (read.ok && read.value.rows.find(({ key }) => key === KEY)?.version) || 0;
  const crossing = {
    alert: KEY,
    version,
    session: new Date(NOW_MS).toISOString().slice(0, 10),
    direction: 'below',
    level: 140,
    previous: 141,
    value: 139.5,
    price: 139.5,
    currency: 'USD',
    exchange_timezone: 'America/New_York',
    at: new Date(Date.now()).toISOString(),
    source: 'sample',
  } as const;
  await account.recordCrossings([crossing], nowSeconds());
  await account.runDue(nowSeconds());
}

const NO_PUSH = { VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '', VAPID_SUBJECT: '' };

test.each<[string, Bindings, number]>([
  ['a service is down', {}, 20],
  ['the settings of push are removed', NO_PUSH, 3],
  ['a setting is invalid', { VAPID_SUBJECT: 'nobody' }, 3],
  ['another setting is invalid', { MARKET_DATA: 'x' }, 3],
  ['the keys are rotated', { VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` }, 3],
  ['the keys are no pair', { VAPID_PRIVATE_KEY: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94' }, 20],
])('a push that waits while %s goes after its twelve hours', async (_, later, most) => {
  const { count, shortestMs, isDone } = await wakes(withPush, later);
  expect(count).toBeLessThanOrEqual(most);
  expect(shortestMs).toBeGreaterThanOrEqual(30_000);
  expect(isDone).toBe(true);
});

test('an account with nothing to do does not wake', async () => {
  const { count } = await wakes((account) => account.writeChanges([ALERT], nowSeconds()), {});
  expect(count).toBeLessThanOrEqual(1);
});

test.each<[string, (account: UserStore) => Promise<unknown>]>([
  ['an alert that the index could not take', (account) => account.writeChanges([ALERT], nowSeconds())],
  [
    'a deleted account that the index still has',
    async (account) => {
      await account.writeChanges([ALERT], nowSeconds());
      await account.deleteAccount(nowSeconds());
    },
  ],
])('%s wakes its object ever less often while the index is down', async (_, prepare) => {
  vi.spyOn(env.RECORD, 'batch').mockRejectedValue(new Error('network'));
  const { count, shortestMs } = await wakes(prepare, {}, 7 * 24);
  expect(count).toBeLessThanOrEqual(18);
  expect(shortestMs).toBeGreaterThanOrEqual(30_000);
});

test('a database without tables keeps nobody awake', async () => {
  await emptyDatabase();
  const { count } = await wakes((account) => account.writeChanges([ALERT], nowSeconds()), {}, 7 * 24);
  expect(count).toBeLessThanOrEqual(18);
});

test('a deleted account wakes twice: to be gone from the index, and to be gone', async () => {
  const prepare = async (account: UserStore) => {
    await account.writeChanges([ALERT, SUBSCRIPTION], nowSeconds());
    await account.deleteAccount(nowSeconds());
  };
  expect((await wakes(prepare, {})).count).toBeLessThanOrEqual(2);
});

/** An account's items, over HTTP and in its real local object. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ITEM_KINDS, itemsSchema, itemsTakenSchema, MAX_BATCH_ITEMS, MAX_BODY_BYTES } from '#worker/contract';
import type { ItemChange, StoredItem } from '#worker/contract';
import {
  accountOf,
  accountWorker,
  fakeKeyServer,
  forecast,
  removed,
  star,
  storedBy,
  NOW_SECONDS,
} from '#support/worker/account.ts';
import type { Account, AccountWorker } from '#support/worker/account.ts';
import { DAY_MS } from '#support/worker/test-worker.ts';

let worker: AccountWorker;
let jane: Account;

beforeEach(() => {
  fakeKeyServer();
  worker = accountWorker();
  jane = accountOf(worker, 'Jane');
});
afterEach(() => vi.restoreAllMocks());

/** Stores many items of any kind in batches. */
async function storeAll(items: readonly ItemChange[], account = jane): Promise<readonly StoredItem[]> {
  const stored: StoredItem[] = [];
  for (let from = 0; from < items.length; from += MAX_BATCH_ITEMS)
    stored.push(...(await account.store(items.slice(from, from + MAX_BATCH_ITEMS))));
  return stored;
}

/** The version of the n-th change of a new account. */
const nth = (n: number) => NOW_SECONDS + n;

/** Lets days pass and the object purge deletions. */
async function passDays(days: number): Promise<void> {
  worker.clock.ms += days * DAY_MS;
  await worker.objectOf('Jane').runDue(worker.clock.ms / 1000);
}

/** The number of rows of Jane's object read by `work`. */
async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  const cursors: SqlStorageCursor<never>[] = [];
  await runInDurableObject(worker.objectOf('Jane'), (_, { storage: { sql } }) => {
    const exec = sql.exec.bind(sql);
    vi.spyOn(sql, 'exec').mockImplementation((query, ...values) => {
      const cursor = exec<never>(query, ...values);
      cursors.push(cursor);
      return cursor;
    });
  });
  await work();
  vi.restoreAllMocks();
  fakeKeyServer();
  return cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
}

const codeOf = async (answer: Promise<{ status: number; body: { code: string } }>) => {
  const { status, body } = await answer;
  return [status, body.code];
};

const alert = (value: Record<string, unknown>): ItemChange => ({
  kind: 'alert',
  key: 'A price',
  value,
  base_version: 0,
});

describe('reading and writing', () => {
  test('gives a new item a version, and nothing to a client that has it', async () => {
    const { status, body, headers } = await jane.put([star('AAPL'), star('MSFT')]);
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(v.parse(itemsTakenSchema, body)).toEqual({
      version: nth(2),
      items: [
        { kind: 'star', key: 'AAPL', value: { name: 'AAPL' }, version: nth(1), deleted: false },
        { kind: 'star', key: 'MSFT', value: { name: 'MSFT' }, version: nth(2), deleted: false },
      ],
    });
    const { body: read, headers: readHeaders } = await jane.items();
    expect(readHeaders.get('Cache-Control')).toBe('no-store');
    expect(v.parse(itemsSchema, read)).toEqual({ version: nth(2), full: true, items: body.items });
    expect((await jane.items(nth(1))).body.items).toEqual([body.items[1]]);
    expect((await jane.items(nth(2))).body).toEqual({ version: nth(2), full: false, items: [] });
  });

  test('accepts a change to the stored version, and returns the winner for any other', async () => {
    await jane.store([star('AAPL')]);
    const apple = [{ version: nth(2), value: { name: 'Apple' } }];
    expect(await jane.store([star('AAPL', nth(1), 'Apple')])).toMatchObject(apple);
    for (const version of [nth(1), 0, nth(3)])
      expect(await jane.store([star('AAPL', version, 'Fruit')])).toMatchObject(apple);
  });

  test('decides each item of a batch by itself', async () => {
    await jane.store([star('AAPL'), star('MSFT')]);
    const stored = await jane.store([star('AAPL', nth(9), 'no'), star('MSFT', nth(2), 'yes'), star('TSLA')]);
    expect(stored.map(({ version }) => version)).toEqual([nth(1), nth(3), nth(4)]);
  });

  test('A05 a repeated change, or one to the stored value, uses no version', async () => {
    await jane.store([star('AAPL')]);
    expect(await jane.store([star('AAPL')])).toMatchObject([{ version: nth(1) }]);
    expect(await jane.store([star('AAPL', nth(1))])).toMatchObject([{ version: nth(1) }]);
    await jane.store([{ kind: 'order', key: 'watchlist', value: { tickers: ['A', 'B'] }, base_version: 0 }]);
    expect((await jane.items()).body.version).toBe(nth(2));
  });

  test('treats fields in another order as the same value', async () => {
    const rule = { on: 'price', direction: 'above', value: 5 };
    await jane.store([alert({ ticker: 'A', rule })]);
    expect(
      await jane.store([alert({ rule: { value: 5, direction: 'above', on: 'price' }, ticker: 'A' })]),
    ).toMatchObject([{ version: nth(1) }]);
  });

  test('gives a deletion a version, and lets the item come back', async () => {
    const [apple] = await jane.store([star('AAPL'), star('MSFT')]);
    const [gone] = await jane.store([removed(apple!)]);
    expect(gone).toEqual({ kind: 'star', key: 'AAPL', value: null, version: nth(3), deleted: true });
    expect((await jane.items(nth(2))).body.items).toEqual([gone]);
    expect(await jane.store([removed(gone!)])).toEqual([gone]);
    expect(await jane.store([star('AAPL', nth(3))])).toMatchObject([{ version: nth(4), deleted: false }]);
  });

  test('deleting an item that never existed leaves no row', async () => {
    for (const base_version of [0, nth(7)])
      expect(await jane.store([{ kind: 'star', key: 'AAPL', deleted: true, base_version }])).toEqual([
        { kind: 'star', key: 'AAPL', value: null, version: 0, deleted: true },
      ]);
    expect((await jane.items()).body).toMatchObject({ version: 0, items: [] });
    expect(await storedBy(worker.objectOf('Jane'))).toMatchObject({ state: undefined, tables: [] });
  });

  test('keeps texts in any language, quotes, and characters special in SQL or JSON', async () => {
    const names = ["O'Reilly; DROP TABLE item", '"\\u0000\u0000\\', '日本語 🚀', '$.name', '\ud800'];
    await jane.store(names.map((name, i) => star(`"k${i}'`, 0, name)));
    const { body } = await jane.items();
    expect(body.items.map((item: StoredItem) => (item.value as { name: string }).name)).toEqual(names);
  });

  test('returns 2,500 items, each once, in order of their versions', async () => {
    await storeAll(Array.from({ length: 2500 }, (_, i) => forecast(`f${i}`)));
    const { version, items } = v.parse(itemsSchema, (await jane.items()).body);
    expect(version).toBe(nth(2500));
    expect(items.map((item) => item.version)).toEqual(Array.from({ length: 2500 }, (_, i) => nth(i + 1)));
  });
});

test('reads only requested rows in a large account', async () => {
  await storeAll(Array.from({ length: 600 }, (_, i) => forecast(`f${i}`)));
  expect(await rowsReadBy(() => jane.items(nth(600)))).toBeLessThan(20);
  expect(await rowsReadBy(() => jane.items(nth(590)))).toBeLessThan(100);
});

/** A user's own range, beside a forecast. */
const range = (key: string, baseVersion = 0, more: object = {}): ItemChange => ({
  ...forecast(key, baseVersion),
  kind: 'own_range',
  value: { ...valueOf(forecast(key)), own_low: 175.5, own_high: 195, ...more },
});

const valueOf = (change: ItemChange) => ('value' in change ? change.value : {});

describe.each([
  ['forecast', forecast],
  ['own range', range],
])('an insert-only %s', (_, make) => {
  test('is never changed, whatever version a change is based on', async () => {
    const [first] = await jane.store([make('f')]);
    const other = make('f');
    for (const base_version of [0, nth(1), nth(2)])
      expect(
        await jane.store([{ ...other, base_version, value: { ...valueOf(other), median: 1 } } as ItemChange]),
      ).toEqual([first]);
  });

  test('can be deleted and then never comes back', async () => {
    const [first] = await jane.store([make('f')]);
    const [gone] = await jane.store([removed(first!)]);
    expect(gone).toMatchObject({ version: nth(2), deleted: true });
    for (const base_version of [0, nth(1), nth(2)])
      expect(await jane.store([make('f', base_version)])).toEqual([gone]);
  });
});

test('an own range’s deletion is never forgotten, so that it cannot be entered anew after its outcome', async () => {
  const [saved, own] = await jane.store([forecast('f'), range('f')]);
  await jane.store([removed(saved!), removed(own!)]);
  await passDays(91);
  expect((await jane.items()).body.items).toMatchObject([{ kind: 'own_range', key: 'f', deleted: true }]);
  expect(await jane.store([range('f')])).toMatchObject([{ deleted: true }]);
  // The first alarm was set for the other deletion. It sets no more.
  vi.useFakeTimers({ toFake: ['Date'], now: worker.clock.ms });
  const ring = () => runDurableObjectAlarm(worker.objectOf('Jane'));
  expect([await ring(), await ring()]).toEqual([true, false]);
  vi.useRealTimers();
});

describe('two devices at once', () => {
  test('A04 one of ten changes to one version is accepted, and all learn which', async () => {
    await jane.store([star('AAPL')]);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => jane.store([star('AAPL', nth(1), `device ${i}`)])),
    );
    expect(new Set(answers.map(([item]) => JSON.stringify(item))).size).toBe(1);
    expect(answers[0]).toMatchObject([{ version: nth(2) }]);
  });

  test('concurrent batches never share a version', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, device) =>
        jane.store(Array.from({ length: 20 }, (_unused, i) => forecast(`${device}/${i}`))),
      ),
    );
    const { body } = await jane.items();
    expect(body.items.map(({ version }: StoredItem) => version)).toEqual(
      Array.from({ length: 160 }, (_, i) => nth(i + 1)),
    );
  });

  test('only one of them gets the last free places', async () => {
    await storeAll(Array.from({ length: 45 }, (_, i) => star(`S${i}`)));
    const answers = await Promise.all(
      ['A', 'B'].map((device) => jane.put(Array.from({ length: 5 }, (_, i) => star(`${device}${i}`)))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 413]);
  });
});

describe('limits', () => {
  test('of a kind allow a full account, and refuse one more item with its whole batch', async () => {
    const { maxItems } = ITEM_KINDS.star;
    const stored = await storeAll(Array.from({ length: maxItems }, (_, i) => star(`S${i}`)));
    const setting = {
      kind: 'setting',
      key: 'density',
      value: { choice: 'compact' },
      base_version: 0,
    } as const;
    expect(await codeOf(jane.put([setting, star('ONE-MORE')]))).toEqual([413, 'over_limit']);
    expect((await jane.items()).body.version).toBe(nth(maxItems));
    // Changes, deletions and an exchange need no additional room, and a deletion makes room.
    await jane.store([star('S0', stored[0]!.version, 'New name')]);
    const [gone] = await jane.store([removed(stored[1]!), star('IN-ITS-PLACE')]);
    await jane.store([removed(stored[2]!)]);
    await jane.store([star('ONE-MORE')]);
    expect(await codeOf(jane.put([star('S1', gone!.version)]))).toEqual([413, 'over_limit']);
  });

  test('of a text count its characters, in any script', async () => {
    const layout = (characters: number): ItemChange => {
      return { kind: 'layout', key: 'wide', value: { query: 'é'.repeat(characters) }, base_version: 0 };
    };
    expect(await codeOf(jane.put([layout(2001)]))).toEqual([422, 'invalid_item']);
    expect(await jane.store([layout(2000)])).toMatchObject([{ deleted: false }]);
  });

  test('apply to each account separately', async () => {
    await storeAll(Array.from({ length: 50 }, (_, i) => star(`S${i}`)));
    expect(await accountOf(worker, 'Max').store([star('AAPL')])).toMatchObject([{ version: nth(1) }]);
  });

  test('apply to remembered deletions', async () => {
    await jane.store([star('FIRST')]);
    await runInDurableObject(worker.objectOf('Jane'), (_, { storage }) => {
      storage.sql.exec(
        `INSERT INTO item (kind, key, value, version, updated_at)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10049)
         SELECT 'star', 'S' || i, NULL, i, unixepoch() FROM n`,
      );
    });
    expect(await codeOf(jane.put([star('ONE-MORE')]))).toEqual([413, 'over_limit']);
    expect(await jane.store([star('S1', 1)])).toMatchObject([{ deleted: false }]);
  });

  test('A08 apply to a batch', async () => {
    const items = Array.from({ length: MAX_BATCH_ITEMS + 1 }, (_, i) => forecast(`f${i}`));
    expect((await jane.put(items.slice(1))).status).toBe(200);
    expect(await codeOf(jane.put(items))).toEqual([422, 'invalid_item']);
    expect(await codeOf(jane.put([]))).toEqual([422, 'invalid_item']);
  });

  test('A08 apply to a body, which is not read further', async () => {
    const body = JSON.stringify({ items: [star('AAPL')] });
    const put = (bytes: number) => jane.request('/api/me/items', { method: 'PUT', body: body.padEnd(bytes) });
    expect((await put(MAX_BODY_BYTES)).status).toBe(200);
    expect(await codeOf(put(MAX_BODY_BYTES + 1))).toEqual([413, 'body_too_large']);
    let sent = 0;
    const endless = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    expect(await codeOf(jane.request('/api/me/items', { method: 'PUT', body: endless }))).toEqual([
      413,
      'body_too_large',
    ]);
    expect(sent).toBeLessThan(2 * MAX_BODY_BYTES);
  });
});

const ALERT = { ticker: 'AAPL', rule: { on: 'signal' } };

describe('A08 a refused batch leaves nothing behind', () => {
  const good = star('GOOD');
  const of = (kind: string, value: unknown, more: object = {}) => ({
    items: [good, { kind, key: 'key', value, base_version: 0, ...more }],
  });
  const point = { time_seconds: 1, price: 2 };
  test.each<readonly [string, unknown]>([
    ['no JSON', undefined],
    ['a list', [good]],
    ['null', null],
    ['no items', {}],
    ['an unknown kind', of('pension', { name: 'A' })],
    ['a kind that every object has', of('constructor', { name: 'A' })],
    ['a value that is a text', of('star', 'A')],
    ['a value that is null', of('star', null)],
    ['a field that is missing', of('star', {})],
    ['a field that is unknown', of('star', { name: 'A', more: 1 })],
    ['a field of the wrong type', of('star', { name: 1 })],
    ['a text that is too long', of('star', { name: 'x'.repeat(201) })],
    ['a rule that is none', of('alert', { ticker: 'A', rule: { on: 'volume' } })],
    ['too many tickers', of('order', { tickers: Array.from({ length: 51 }, () => 'A') })],
    ['a date that is none', of('outcome', { date: '2026-13-01', close: 1 })],
    ['a range that ends where it begins', { items: [good, range('r', 0, { own_high: 175.5 })] }],
    ['a range from 0', { items: [good, range('r', 0, { own_low: 0 })] }],
    ['a reason of 201 characters', { items: [good, range('r', 0, { why: 'x'.repeat(201) })] }],
    ['a trend line of one point', of('drawing', { tool: 'trend', points: [point] })],
    ['a text without one', of('drawing', { tool: 'text', points: [point] })],
    ['a holding of 0', of('holding', { name: '', quantity: 0 })],
    ['a negative holding', of('holding', { name: '', quantity: -1 })],
    ['a holding of a trillion', of('holding', { name: '', quantity: 1e12 })],
    ['value and deletion', of('star', { name: 'A' }, { deleted: true })],
    ['neither value nor deletion', of('star', undefined)],
    ['a deletion that is not true', of('star', undefined, { deleted: false })],
    ['no base version', of('star', { name: 'A' }, { base_version: undefined })],
    ['half a version', of('star', { name: 'A' }, { base_version: 0.5 })],
    ['a version below 0', of('star', { name: 'A' }, { base_version: -1 })],
    ['an empty key', of('star', { name: 'A' }, { key: '' })],
    ['a long key', of('star', { name: 'A' }, { key: 'x'.repeat(161) })],
    ['an alert whose events could not be deleted', of('alert', ALERT, { key: 'x'.repeat(129) })],
    ['a key with a line end', of('star', { name: 'A' }, { key: 'a\nb' })],
    ['a user', of('star', { name: 'A' }, { uid: 'Max' })],
    ['one item twice', { items: [good, star('GOOD', nth(1))] }],
  ])('%s', async (_, body) => {
    const answer = await jane.request('/api/me/items', {
      method: 'PUT',
      body: body === undefined ? '{"items":' : JSON.stringify(body),
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_item']);
    expect((await jane.items()).body).toMatchObject({ version: 0, items: [] });
  });

  test.each(['-1', '1.5', 'x', '', '01', '1e3', '9'.repeat(16), '0&since=1'])('since=%s', async (since) => {
    expect(await codeOf(jane.request(`/api/me/items?since=${since}`))).toEqual([400, 'invalid_since']);
  });
});

describe('deletions are remembered for 90 days', () => {
  test('sends everything to clients that missed the purge, and only changes to the others', async () => {
    const [apple] = await jane.store([star('AAPL'), star('MSFT')]);
    const [gone] = await jane.store([removed(apple!)]);
    await passDays(90);
    expect((await jane.items(nth(2))).body).toMatchObject({ full: false, items: [gone] });
    await passDays(1);
    expect((await jane.items(nth(2))).body).toMatchObject({
      version: nth(3),
      full: true,
      items: [{ kind: 'star', key: 'MSFT', value: { name: 'MSFT' }, version: nth(2), deleted: false }],
    });
    expect((await jane.items(nth(3))).body).toMatchObject({
      version: nth(3),
      full: false,
      items: [],
    });
    // A version is used only once, even after its row is gone.
    expect(await jane.store([star('TSLA')])).toMatchObject([{ version: nth(4) }]);
    expect((await jane.items(nth(3))).body).toMatchObject({ full: false, items: [{ key: 'TSLA' }] });
  });

  test('reports a purged item as deleted to a change of it', async () => {
    const [apple] = await jane.store([star('AAPL')]);
    await jane.store([removed(apple!)]);
    await passDays(91);
    expect(await jane.store([star('AAPL', nth(1), 'Apple')])).toEqual([
      { kind: 'star', key: 'AAPL', value: null, version: 0, deleted: true },
    ]);
    expect(await jane.store([star('AAPL')])).toMatchObject([{ version: nth(3), deleted: false }]);
  });

  test('sends everything at once, whatever the amount, with the deletions that are stored', async () => {
    const stored = await storeAll(Array.from({ length: 2200 }, (_, i) => forecast(`f${i}`)));
    await storeAll(stored.slice(0, 150).map(removed));
    await passDays(91);
    await jane.store([removed(stored[2100]!)]);
    const { body } = await jane.items(nth(1));
    expect(v.parse(itemsSchema, body)).toMatchObject({ version: nth(2351), full: true });
    const existing = stored.filter((_, i) => i >= 150 && i !== 2100);
    expect(body.items.map(({ key }: StoredItem) => key)).toEqual(
      [...existing, stored[2100]!].map(({ key }) => key),
    );
  });

  test('reads only deleted items to find them', async () => {
    await storeAll(Array.from({ length: 600 }, (_, i) => forecast(`f${i}`)));
    expect(await rowsReadBy(() => passDays(0))).toBeLessThan(20);
  });

  test('purging nothing, or twice, changes nothing', async () => {
    const [apple] = await jane.store([star('AAPL'), star('MSFT')]);
    await jane.store([removed(apple!)]);
    await passDays(1);
    expect((await jane.items(nth(2))).body).toMatchObject({ full: false, items: [{}] });
    await passDays(90);
    const before = (await jane.items(nth(2))).body;
    await passDays(1);
    expect((await jane.items(nth(2))).body).toEqual(before);
  });
});

test('sends everything to a client that is ahead of the account or behind all stored items', async () => {
  await jane.store([star('AAPL')]);
  const everything = { version: nth(1), full: true, items: [{ key: 'AAPL' }] };
  for (const since of [1, NOW_SECONDS, nth(2), nth(500)])
    expect((await jane.items(since)).body).toMatchObject(everything);
});

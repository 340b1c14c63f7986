/* oxlint-disable no-await-in-loop -- requests follow one another on purpose */
/** What an account holds, over HTTP and in the real local database. */
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { itemsSchema, itemsTakenSchema } from '../../../worker/contract/contract.ts';
import {
  accountOf,
  accountWorker,
  fakeKeyServer,
  freshDatabase,
  removed,
  star,
} from '../../support/worker/account.ts';
import type { Account } from '../../support/worker/account.ts';
import type { TestWorker } from '../../support/worker/test-worker.ts';

let worker: TestWorker;
let jane: Account;

beforeEach(async () => {
  await freshDatabase();
  fakeKeyServer();
  worker = accountWorker();
  jane = accountOf(worker, 'Jane');
});
afterEach(() => vi.restoreAllMocks());

describe('what is written is read', () => {
  test('a new item gets a version, and a client that has it gets nothing more', async () => {
    const { status, body } = await jane.put([star('AAPL'), star('MSFT')]);
    expect(status).toBe(200);
    expect(v.parse(itemsTakenSchema, body)).toEqual({
      version: 2,
      items: [
        { kind: 'star', key: 'AAPL', value: { name: 'AAPL' }, version: 1, deleted: false },
        { kind: 'star', key: 'MSFT', value: { name: 'MSFT' }, version: 2, deleted: false },
      ],
    });
    const { body: read } = await jane.items();
    expect(v.parse(itemsSchema, read)).toEqual({ version: 2, items: body.items, full: false, more: false });
    expect((await jane.items(1)).body.items).toEqual([body.items[1]]);
    expect((await jane.items(2)).body).toEqual({ version: 2, items: [], full: false, more: false });
  });

  test('a change on the stored version is taken, one on another gets the winner', async () => {
    await jane.store([star('AAPL')]);
    expect(await jane.store([star('AAPL', 1, 'Apple')])).toMatchObject([
      { version: 2, value: { name: 'Apple' } },
    ]);
    expect(await jane.store([star('AAPL', 1, 'Fruit')])).toMatchObject([
      { version: 2, value: { name: 'Apple' } },
    ]);
    expect(await jane.store([star('AAPL', 0, 'Fruit')])).toMatchObject([{ version: 2 }]);
    expect(await jane.store([star('AAPL', 3, 'Fruit')])).toMatchObject([{ version: 2 }]);
  });

  test('a deletion', async () => {
    const [apple] = await jane.store([star('AAPL')]);
    expect(await jane.store([removed(apple!)])).toEqual([
      { kind: 'star', key: 'AAPL', value: null, version: 2, deleted: true },
    ]);
    expect(await jane.store([star('AAPL', 2)])).toMatchObject([{ version: 3, deleted: false }]);
  });
});

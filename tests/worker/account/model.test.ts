/**
 * Random histories of two users with two devices each, compared with a model that keeps a plain list in memory. Objects are
 * evicted between steps, and calls fail or hang before or after they are done.
 */
import { evictDurableObject } from 'cloudflare:test';
import * as fc from 'fast-check';
import { afterEach, expect, inject, test, vi } from 'vitest';
import type { ItemChange, StoredItem } from '#worker/contract';
import type { UserAccount } from '#worker/account/user-store.ts';
import { accountOf, accountWorker, fakeKeyServer, forecast, freshAccounts } from '#support/worker/account.ts';
import type { Account } from '#support/worker/account.ts';
import { runs } from '#support/runs.ts';
import { DAY_MS, HOUR_MS } from '#support/worker/test-worker.ts';
import type { TestAnswer } from '#support/worker/test-worker.ts';

const STEPS = 12;

/** All histories take minutes. */
const LONG = { timeout: 20 * 60_000 };

afterEach(() => vi.restoreAllMocks());

const valueOf = (change: ItemChange): unknown => ('value' in change ? change.value : null);

const settings = (items: readonly StoredItem[]): number =>
  items.filter((item) => item.kind === 'setting' && !item.deleted).length;

/** The rules of one account. */
class AccountModel {
  #items: (StoredItem & { readonly changedAtMs: number })[] = [];
  #version = 0;
  #purged = 0;

  put(
    changes: readonly ItemChange[],
    nowMs: number,
  ): { version: number; items: StoredItem[] } | 'over_limit' {
    const before = { items: this.#items, version: this.#version };
    for (const change of changes) this.#change(change, nowMs);
    if (settings(this.#items) > Math.max(20, settings(before.items))) {
      this.#items = before.items;
      this.#version = before.version;
      return 'over_limit';
    }
    return {
      version: this.#version,
      items: changes.map(({ kind, key }) => wire(this.#find(kind, key)) ?? absent(kind, key)),
    };
  }

  #change(change: ItemChange, nowMs: number): void {
    const { kind, key, base_version } = change;
    const stored = this.#find(kind, key);
    const value = valueOf(change);
    if (base_version !== (stored?.version ?? 0)) return;
    if (JSON.stringify(value) === JSON.stringify(stored?.value ?? null)) return;
    if (kind === 'forecast' && stored !== undefined && value !== null) return;
    // Starts at the clock, so that a deleted account never reuses a version.
    this.#version = (this.#version || Math.floor(nowMs / 1000)) + 1;
    const item = { kind, key, value, version: this.#version, deleted: value === null, changedAtMs: nowMs };
    this.#items = [...this.#items.filter((other) => other !== stored), item];
  }

  get(since: number) {
    const isBehindAll = this.#items.every(({ version }) => since < version);
    const full =
      since === 0 || since < this.#purged || since > this.#version || (isBehindAll && this.#items.length > 0);
    const items = this.#items.filter(({ version }) => full || version > since).map((item) => wire(item)!);
    return { version: this.#version, items, full };
  }

  export(): string[] {
    return this.#items.filter(({ deleted }) => !deleted).map(({ kind, key }) => `${kind} ${key}`);
  }

  /** The items that every device must end up with. */
  live(): ReadonlyMap<string, unknown> {
    const items = this.#items.filter(({ deleted }) => !deleted);
    return new Map(items.map(({ kind, key, value }) => [`${kind} ${key}`, value]));
  }

  beginAnew(): void {
    this.#items = [];
    this.#version = 0;
    this.#purged = 0;
  }

  purge(nowMs: number): void {
    const isForgotten = (item: { deleted: boolean; changedAtMs: number }) =>
      item.deleted && nowMs - item.changedAtMs > 90 * DAY_MS;
    this.#purged = Math.max(this.#purged, ...this.#items.filter(isForgotten).map(({ version }) => version));
    this.#items = this.#items.filter((item) => !isForgotten(item));
  }

  #find(kind: string, key: string) {
    return this.#items.find((item) => item.kind === kind && item.key === key);
  }
}

function wire(item: (StoredItem & { changedAtMs: number }) | undefined): StoredItem | undefined {
  if (item === undefined) return undefined;
  const { kind, key, value, version, deleted } = item;
  return { kind, key, value, version, deleted };
}

const absent = (kind: StoredItem['kind'], key: string): StoredItem => ({
  kind,
  key,
  value: null,
  version: 0,
  deleted: true,
});

/** A change based on the version that a device knows, or an older one. */
interface Draft {
  readonly kind: 'star' | 'setting' | 'forecast';
  readonly key: number;
  /** `null` deletes. */
  readonly value: number | null;
  /** How many versions before the one that the device knows. */
  readonly behind: number;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom('star', 'setting', 'setting', 'forecast'),
  key: fc.nat(26),
  value: fc.option(fc.nat(2), { freq: 3 }),
  behind: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(30) }),
});

/** A fault of a call to an object: whether it is done, and what its caller sees. */
interface Fault {
  readonly isDone: boolean;
  readonly outcome: 'fails' | 'hangs' | 'fails once';
}

interface Step {
  readonly user: number;
  readonly device: number;
  /** Whether the object was evicted since the previous step. */
  readonly isEvicted: boolean;
  /** The fault of a write or of a request for changes. */
  readonly fault: Fault | null;
  readonly action:
    | { readonly does: 'put'; readonly drafts: readonly Draft[] }
    /** Asks for what is newer than so many versions before the one that the device knows. */
    | { readonly does: 'get'; readonly behind: number }
    /** Deletes the account while changes are sent; its alarm may ring before the new beginning. */
    | { readonly does: 'begin anew'; readonly drafts: readonly Draft[]; readonly hasRung: boolean }
    | { readonly does: 'export' }
    | { readonly does: 'wait'; readonly days: number };
}

const drafts = fc.uniqueArray(draft, {
  selector: ({ kind, key }) => `${kind} ${key}`,
  minLength: 1,
  maxLength: 30,
});

const step: fc.Arbitrary<Step> = fc.record({
  user: fc.nat(1),
  device: fc.nat(1),
  isEvicted: fc.nat(3).map((n) => n === 0),
  fault: fc.option(
    fc.record({
      isDone: fc.boolean(),
      outcome: fc.constantFrom<Fault['outcome']>('fails', 'hangs', 'fails once'),
    }),
    { freq: 3 },
  ),
  action: fc.oneof(
    { weight: 6, arbitrary: fc.record({ does: fc.constant('put' as const), drafts }) },
    { weight: 4, arbitrary: fc.constant({ does: 'get' as const, behind: 0 }) },
    { weight: 1, arbitrary: fc.nat(40).map((behind) => ({ does: 'get' as const, behind })) },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constant('begin anew' as const), drafts, hasRung: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.constant({ does: 'export' as const }) },
    {
      weight: 2,
      arbitrary: fc.integer({ min: 1, max: 60 }).map((days) => ({ does: 'wait' as const, days })),
    },
  ),
});

function changeOf({ kind, key, value, behind }: Draft, known: ReadonlyMap<string, number>): ItemChange {
  const name = { kind, key: `k${key}` };
  const base_version = Math.max((known.get(`${kind} k${key}`) ?? 0) - behind, 0);
  if (value === null) return { ...name, deleted: true, base_version };
  if (kind === 'star') return { ...name, kind, value: { name: `name ${value}` }, base_version };
  if (kind === 'setting') return { ...name, kind, value: { choice: `choice ${value}` }, base_version };
  const { value: fields } = forecast('') as { value: Record<string, unknown> };
  return { ...name, kind, value: { ...fields, median: value }, base_version };
}

/** All users' objects, with a fault for the next call. */
function faultyAccounts() {
  const { objectOf } = freshAccounts();
  const next: { fault: Fault | null; done: Promise<unknown> } = { fault: null, done: Promise.resolve() };

  async function befall<T>(call: () => Promise<T>): Promise<T> {
    const { fault } = next;
    if (fault === null) return call();
    if (fault.outcome === 'fails once') next.fault = null;
    if (fault.isDone) {
      next.done = call();
      await next.done;
    }
    if (fault.outcome === 'hangs') return new Promise(() => undefined);
    throw Object.assign(new Error('internal error'), { retryable: fault.outcome === 'fails once' });
  }

  const getByName = (uid: string): UserAccount => {
    const object: UserAccount = objectOf(uid);
    return {
      readChanges: (...args) => befall(() => object.readChanges(...args)),
      writeChanges: (...args) => befall(() => object.writeChanges(...args)),
      recordCrossings: (...args) => befall(() => object.recordCrossings(...args)),
      unwatchedAlerts: (...args) => befall(() => object.unwatchedAlerts(...args)),
      deleteAccount: (...args) => befall(() => object.deleteAccount(...args)),
    };
  };
  return { objectOf, next, USERS: { getByName } };
}

test('the Worker and the model agree on every response of every history', LONG, async () => {
  const { objectOf, next, USERS } = faultyAccounts();
  fakeKeyServer();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const worker = accountWorker({ USERS });
  /** The same Worker with a response deadline of 0. */
  const hasty = accountWorker({ USERS }, { databaseMs: 0 });
  const seen = { over_limit: 0, winner: 0, full: 0, lost: 0 };
  // Creating objects is slow, so each history starts with deleted accounts.
  const senders = ['Jane', 'Max'].map((uid) => ({
    uid,
    account: accountOf(worker, uid),
    hastyAccount: accountOf(hasty, uid),
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: STEPS }), async (steps) => {
      next.fault = null;
      await Promise.all(senders.map(({ uid }) => objectOf(uid).deleteAccount(worker.clock.ms / 1000)));
      worker.clock.ms += 2 * HOUR_MS;
      const users = senders.map((sender) => ({
        ...sender,
        model: new AccountModel(),
        devices: [0, 1].map(() => ({
          since: 0,
          known: new Map<string, number>(),
          values: new Map<string, unknown>(),
        })),
      }));

      /** Runs a step on both sides and returns both results. */
      async function play({ user, device: at, fault, action }: Step): Promise<readonly [unknown, unknown]> {
        const { uid, account, hastyAccount, model, devices } = users[user]!;
        const device = devices[at]!;
        const learn = (items: readonly StoredItem[]) => {
          for (const { kind, key, value, version, deleted } of items) {
            device.known.set(`${kind} ${key}`, version);
            if (deleted) device.values.delete(`${kind} ${key}`);
            else device.values.set(`${kind} ${key}`, value);
          }
        };
        const isFailing = fault !== null && fault.outcome !== 'fails once';
        /** Sends a request under a fault. */
        async function send(request: (account: Account) => Promise<TestAnswer>): Promise<TestAnswer> {
          hasty.clock.ms = worker.clock.ms;
          next.fault = fault;
          const answer = await request(fault?.outcome === 'hangs' ? hastyAccount : account);
          next.fault = null;
          await next.done;
          return answer;
        }

        if (action.does === 'put') {
          const changes = action.drafts.map((change) => changeOf(change, device.known));
          const { status, body } = await send((sender) => sender.put(changes));
          const expected = isFailing && !fault.isDone ? null : model.put(changes, worker.clock.ms);
          if (isFailing) {
            seen.lost += 1;
            return [status, 503];
          }
          if (expected === 'over_limit') seen.over_limit += 1;
          else if (expected !== null) {
            const isLost = ({ value }: StoredItem, i: number) =>
              JSON.stringify(value) !== JSON.stringify(valueOf(changes[i]!));
            if (expected.items.some(isLost)) seen.winner += 1;
            learn(expected.items);
          }
          return [status === 413 ? body.code : body, expected];
        }
        if (action.does === 'get') {
          const since = Math.max(device.since - action.behind, 0);
          const { status, body } = await send((sender) => sender.items(since));
          if (isFailing) return [status, 503];
          const expected = model.get(since);
          if (expected.full) seen.full += 1;
          if (expected.full || since === 0) {
            device.known.clear();
            device.values.clear();
          }
          learn(expected.items);
          device.since = expected.version;
          return [
            [body, device.values],
            [expected, model.live()],
          ];
        }
        if (action.does === 'export') {
          const { body } = await account.request('/api/me/export');
          return [body.items.map(({ kind, key }: StoredItem) => `${kind} ${key}`), model.export()];
        }
        if (action.does === 'begin anew') {
          const changes = action.drafts.map((change) => changeOf(change, device.known));
          const [removal, written] = await Promise.all([
            account.request('/api/me', { method: 'DELETE' }),
            account.put(changes),
          ]);
          const refused = await account.items(device.since);
          worker.clock.ms += 2 * HOUR_MS;
          if (action.hasRung) await objectOf(uid).runDue(worker.clock.ms / 1000);
          model.beginAnew();
          return [
            [removal.status, [200, 410, 413].includes(written.status), refused.status],
            [204, true, 410],
          ];
        }
        worker.clock.ms += action.days * DAY_MS;
        for (const each of users) {
          await objectOf(each.uid).runDue(worker.clock.ms / 1000);
          each.model.purge(worker.clock.ms);
        }
        return [null, null];
      }

      // Starts near the limit, which random changes seldom reach.
      const settingsFirst = Array.from(
        { length: 19 },
        (_, key) => ({ kind: 'setting', key, value: 0, behind: 0 }) as const,
      );
      const action = { does: 'put', drafts: settingsFirst } as const;
      const first = { user: 0, device: 0, isEvicted: false, fault: null, action };
      for (const each of [first, ...steps]) {
        const object = objectOf(users[each.user]!.uid);
        // Only running objects can be evicted.
        if (each.isEvicted) await object.readChanges(0, 0).then(() => evictDurableObject(object));
        const [answered, expected] = await play(each);
        expect(answered).toEqual(expected);
      }
    }),
    { numRuns: runs(5000, 200) },
  );
  // A small sample of histories may miss a rare outcome.
  const missed = Object.entries(seen).filter(([, times]) => times === 0);
  expect(inject('isThorough') ? missed : []).toEqual([]);
});

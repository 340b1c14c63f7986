/** Random histories of two users and two devices each, beside the rules of an account as a plain list in memory. */
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { purgeAccounts } from '../../../worker/account/items.ts';
import type { ItemChange, StoredItem } from '../../../worker/contract/contract.ts';
import { accountOf, accountWorker, fakeKeyServer, forecast } from '../../support/worker/account.ts';
import { freshDatabase } from '../../support/worker/database.ts';
import { runs } from '../../support/runs.ts';
import { DAY_MS, HOUR_MS } from '../../support/worker/test-worker.ts';

const STEPS = 25;

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
    // Counted from the clock, so that a deleted account never gives a version again.
    this.#version = (this.#version || Math.floor(nowMs / 1000)) + 1;
    const item = { kind, key, value, version: this.#version, deleted: value === null, changedAtMs: nowMs };
    this.#items = [...this.#items.filter((other) => other !== stored), item];
  }

  get(since: number) {
    const isBehindAll = since > 0 && this.#items.every(({ version }) => since < version);
    const full = since < this.#purged || since > this.#version || (isBehindAll && this.#items.length > 0);
    const items = this.#items
      .filter(({ version, deleted }) => (full ? !deleted : version > since))
      .map((item) => wire(item)!);
    const changedAt = this.#items.at(-1)?.changedAtMs;
    const changed_at = changedAt === undefined ? null : new Date(changedAt).toISOString();
    return { version: this.#version, changed_at, items, full, more: false };
  }

  export(): string[] {
    return this.#items.filter(({ deleted }) => !deleted).map(({ kind, key }) => `${kind} ${key}`);
  }

  /** What every device has to end up with. */
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

/** A change whose base version is what a device knows, or a guess. */
interface Draft {
  readonly kind: 'star' | 'setting' | 'forecast';
  readonly key: number;
  /** `null` deletes. */
  readonly value: number | null;
  /** So many versions before the one that the device knows. */
  readonly behind: number;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom('star', 'setting', 'setting', 'forecast'),
  key: fc.nat(26),
  value: fc.option(fc.nat(2), { freq: 3 }),
  behind: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(30) }),
});

interface Step {
  readonly user: number;
  readonly device: number;
  readonly action:
    | { readonly does: 'put'; readonly drafts: readonly Draft[] }
    /** Asks for what is newer than so many versions before the one that the device knows. */
    | { readonly does: 'get'; readonly behind: number }
    | { readonly does: 'begin anew' }
    | { readonly does: 'export' }
    | { readonly does: 'wait'; readonly days: number };
}

const step: fc.Arbitrary<Step> = fc.record({
  user: fc.nat(1),
  device: fc.nat(1),
  action: fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .uniqueArray(draft, { selector: ({ kind, key }) => `${kind} ${key}`, minLength: 1, maxLength: 30 })
        .map((drafts) => ({ does: 'put' as const, drafts })),
    },
    { weight: 4, arbitrary: fc.constant({ does: 'get' as const, behind: 0 }) },
    { weight: 1, arbitrary: fc.nat(40).map((behind) => ({ does: 'get' as const, behind })) },
    { weight: 1, arbitrary: fc.constant({ does: 'begin anew' as const }) },
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

test('a Worker and the rules agree on every response of every history', async () => {
  const db = await freshDatabase();
  fakeKeyServer();
  const worker = accountWorker();
  const seen = { over_limit: 0, winner: 0, full: 0 };
  let history = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: STEPS }), async (steps) => {
      history += 1;
      const users = [0, 1].map((user) => ({
        account: accountOf(worker, `user-${history}-${user}`),
        model: new AccountModel(),
        devices: [0, 1].map(() => ({
          since: 0,
          known: new Map<string, number>(),
          values: new Map<string, unknown>(),
        })),
      }));

      /** Takes a step on both sides and returns what each says. */
      async function play({ user, device: at, action }: Step): Promise<readonly [unknown, unknown]> {
        const { account, model, devices } = users[user]!;
        const device = devices[at]!;
        const learn = (items: readonly StoredItem[]) => {
          for (const { kind, key, value, version, deleted } of items) {
            device.known.set(`${kind} ${key}`, version);
            if (deleted) device.values.delete(`${kind} ${key}`);
            else device.values.set(`${kind} ${key}`, value);
          }
        };
        if (action.does === 'put') {
          const changes = action.drafts.map((change) => changeOf(change, device.known));
          const { status, body } = await account.put(changes);
          const expected = model.put(changes, worker.clock.ms);
          if (expected === 'over_limit') seen.over_limit += 1;
          else {
            const isLost = ({ value }: StoredItem, i: number) =>
              JSON.stringify(value) !== JSON.stringify(valueOf(changes[i]!));
            if (expected.items.some(isLost)) seen.winner += 1;
            learn(expected.items);
          }
          return [status === 413 ? body.code : body, expected];
        }
        if (action.does === 'get') {
          const since = Math.max(device.since - action.behind, 0);
          const { body } = await account.items(since);
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
          const { status } = await account.request('/api/me', { method: 'DELETE' });
          worker.clock.ms += 2 * HOUR_MS;
          model.beginAnew();
          return [status, 204];
        }
        worker.clock.ms += action.days * DAY_MS;
        await purgeAccounts(db, worker.clock.ms / 1000);
        for (const each of users) each.model.purge(worker.clock.ms);
        return [null, null];
      }

      // Near the limit, which random changes alone seldom reach.
      const settingsFirst = Array.from(
        { length: 19 },
        (_, key) => ({ kind: 'setting', key, value: 0, behind: 0 }) as const,
      );
      const first = [0, 1].map(
        (user) => ({ user, device: 0, action: { does: 'put', drafts: settingsFirst } }) as const,
      );
      for (const each of [...first, ...steps]) {
        const [answered, expected] = await play(each);
        expect(answered).toEqual(expected);
      }
    }),
    { numRuns: runs(100) },
  );
  // All histories together come to every case that is worth comparing; a tenth of them need not.
  expect(Math.min(...Object.values(seen))).toBeGreaterThanOrEqual(runs(100) === 100 ? 1 : 0);
});

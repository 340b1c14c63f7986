/** Random histories of two devices of one account against a model of the server. */
import { err, type Result, type Ticker } from '#compute';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountFailure } from '#web/shared/sync/account-api.ts';
import { Sync, unsentChangesAtom } from '#web/shared/sync/sync.ts';
import { addAlert } from '#web/shared/user/alerts.ts';
import { withSettings } from '#support/web/settings.ts';
import { journalAtom, type JournalEntry } from '#web/shared/user/forecast-journal.ts';
import { canonicalJson } from '#web/shared/user/items.ts';
import { DEFAULT_SETTINGS } from '#web/shared/user/settings.ts';
import { itemsKey } from '#web/shared/user/user-items.ts';
import { addListings, removeListings, watchlistAtom } from '#web/shared/user/watchlist.ts';
import { alertEdit, moveListing } from '#web/shared/user/watchlist-edits.ts';
import { runs } from '#support/runs.ts';
import { modelAccount, type ModelAccount } from '#support/web/model-account.ts';
import { edit, memoryStorage, signInAs, userStore, valuesOf } from '#support/web/user-store.ts';
import { record, replaceJournal } from '../user/journal-entries.ts';

const UID = 'ada';
const TICKERS = ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'KO', 'PEP'] as readonly string[] as readonly Ticker[];
const PALETTES = ['classic', 'safe', 'red-up'] as const;
const REGIONS = ['us', 'uk', 'de'] as const;

/** What a user does, on one of the devices. `pick` chooses among what there is. */
type Deed =
  | 'star'
  | 'unstar'
  | 'move'
  | 'alert'
  | 'no alert'
  | 'palette'
  | 'region'
  | 'forecast'
  | 'settle'
  | 'drop oldest';
type Step =
  | { readonly what: Deed; readonly device: 0 | 1; readonly pick: number }
  /** A round, what becomes of each of its requests, and something that the user does while one is under way. */
  | {
      readonly what: 'round';
      readonly device: 0 | 1;
      readonly fates: readonly Fate[];
      /** It only sends. */
      readonly isSending: boolean;
      readonly meanwhile: Deed | null;
      readonly pick: number;
    }
  | { readonly what: 'reload' | 'lose watchlist' | 'clear'; readonly device: 0 | 1 }
  | { readonly what: 'purge' };
type Fate = 'arrives' | 'never leaves' | 'answer is lost';

const deed = fc.constantFrom<Deed>(
  'star',
  'star',
  'unstar',
  'move',
  'alert',
  'no alert',
  'palette',
  'region',
  'forecast',
  'settle',
  'drop oldest',
);
const device = fc.constantFrom(0 as const, 1 as const);
const pick = fc.nat(1000);
const fate = fc.constantFrom<Fate>('arrives', 'arrives', 'arrives', 'never leaves', 'answer is lost');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ what: deed, device, pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('round' as const),
      device,
      fates: fc.array(fate, { maxLength: 4 }),
      isSending: fc.boolean(),
      meanwhile: fc.option(deed),
      pick,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom('reload' as const, 'lose watchlist' as const, 'clear' as const),
      device,
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('purge' as const) }) },
);

/** One browser: its storage and its sync, whose requests meet the fates of the round. */
function openDevice(server: ModelAccount, skewMs: number) {
  const storage = memoryStorage();
  let fates: Fate[] = [];
  let meanwhile: (() => void) | null = null;
  async function meet<Body>(send: () => Result<Body, AccountFailure>): Promise<Result<Body, AccountFailure>> {
    const now = fates.shift() ?? 'arrives';
    const answer = now === 'never leaves' ? null : send();
    meanwhile?.();
    meanwhile = null;
    return answer === null || now === 'answer is lost' ? err({ reason: 'unreachable' }) : answer;
  }
  const open = () => {
    const store = userStore(storage, UID);
    const sync = new Sync(store, UID, {
      getItems: (since) => meet(() => server.getItems(since)),
      putItems: (changes) => meet(() => server.putItems(structuredClone(changes))),
    });
    return { store, sync };
  };
  return {
    storage,
    skewMs,
    ...open(),
    reload() {
      Object.assign(this, open());
    },
    async round(given: readonly Fate[], during: (() => void) | null, isSending = false) {
      fates = [...given];
      meanwhile = during;
      await this.sync.round(isSending);
      meanwhile = null;
      fates = [];
    },
  };
}
type Device = ReturnType<typeof openDevice>;

/** What a device shows, as items. */
function shown({ store }: Device): Map<string, unknown> {
  const settings = Object.entries(DEFAULT_SETTINGS).map(
    ([name, choice]) => [`setting ${name}`, { choice }] as const,
  );
  return new Map<string, unknown>([...settings, ...valuesOf(store)]);
}

/** Does something, and says which items it made and which it took away. */
function act(
  { store, skewMs }: Device,
  what: Deed,
  choice: number,
  count: number,
  taken: ReadonlySet<string>,
) {
  const ticker = TICKERS[choice % TICKERS.length]!;
  switch (what) {
    case 'star':
      return edit(store, addListings([{ ticker, name: '' }]));
    case 'unstar':
      return edit(store, removeListings(new Set([ticker])));
    case 'move':
      return edit(store, moveListing(ticker, choice % 4));
    case 'alert': {
      const rule = { on: 'price', direction: 'above', value: 1 + count } as const;
      return edit(store, addAlert(ticker, { rule }, null));
    }
    case 'no alert': {
      const item = store.get(watchlistAtom).find((one) => one.ticker === ticker);
      const rule = item?.alerts[0]?.rule;
      return rule && edit(store, () => [alertEdit(ticker, rule, null)]);
    }
    case 'palette':
      return edit(store, withSettings({ palette: PALETTES[choice % 3]! }));
    case 'region':
      return edit(store, withSettings({ region: REGIONS[choice % 3]! }));
    default:
      return edit(store, replaceJournal(journalAfter(store.get(journalAtom), what)));
  }

  function journalAfter(entries: readonly JournalEntry[], done: Deed): readonly JournalEntry[] {
    const baseDate = new Date(Date.UTC(2026, 0, 1 + (choice % 20))).toISOString().slice(0, 10);
    const isKnown = entries.some((entry) => entry.ticker === ticker && entry.base_date === baseDate);
    switch (done) {
      case 'forecast': {
        // A forecast that was taken away cannot come again.
        if (isKnown || taken.has(`forecast live ${ticker} ${baseDate} 1`)) return entries;
        const shownAt = new Date(Date.UTC(2026, 0, 1, 0, count) + skewMs).toISOString();
        return [
          ...entries,
          record({ ticker, base_date: baseDate, made_at: shownAt, median: 100 + count, outcome: null }),
        ];
      }
      case 'settle':
        return entries.map((entry, index) =>
          index === choice % entries.length && entry.outcome === null
            ? Object.assign({}, entry, { outcome: { date: '2026-03-02', close: 100 + count } })
            : entry,
        );
      default:
        return entries.slice(1);
    }
  }
}

test(
  'two devices converge: what nobody removed is there, what somebody removed is gone',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 24 }),
        fc.integer({ min: -2, max: 2 }),
        async (steps, skewDays) => {
          const server = modelAccount();
          const devices = [openDevice(server, 0), openDevice(server, skewDays * 86_400_000)] as const;
          const made = new Map<string, number>();
          const taken = new Set<string>();
          /** Items whose only copy a user threw away, or never had elsewhere. */
          const mayBeLost = new Set<string>();
          const lastChoice = new Map<string, { by: Set<Device>; choice: unknown }>();
          let count = 0;

          const doDeed = (by: Device, what: Deed, choice: number) => {
            const before = shown(by);
            count += 1;
            act(by, what, choice, count, taken);
            const after = shown(by);
            for (const [id, value] of after) {
              if (!before.has(id)) made.set(id, (made.get(id) ?? 0) + 1);
              const isChosen =
                id === `setting ${what}` && canonicalJson(before.get(id) ?? null) !== canonicalJson(value);
              if (!isChosen) continue;
              const choiceOf = lastChoice.get(id) ?? { by: new Set(), choice: null };
              choiceOf.by.add(by);
              choiceOf.choice = value;
              lastChoice.set(id, choiceOf);
            }
            for (const id of before.keys()) if (!after.has(id)) taken.add(id);
          };
          const lose = (by: Device, isLost: (id: string) => boolean) => {
            const stored = server.live();
            const own = shown(by);
            for (const id of new Set([...stored.keys(), ...own.keys()])) {
              const isSent = canonicalJson(stored.get(id) ?? null) === canonicalJson(own.get(id) ?? null);
              if (isLost(id) && !isSent) mayBeLost.add(id);
            }
          };

          for (const now of steps) {
            if (now.what === 'purge') {
              server.purge();
              continue;
            }
            const by = devices[now.device];
            switch (now.what) {
              case 'round': {
                const { meanwhile, pick: choice } = now;
                await by.round(now.fates, meanwhile && (() => doDeed(by, meanwhile, choice)), now.isSending);
                break;
              }
              case 'reload':
                by.reload();
                break;
              case 'lose watchlist':
                lose(by, (id) => /^(?:star|order|alert) /.test(id));
                for (const kind of ['star', 'order', 'alert'] as const)
                  by.storage.removeItem(itemsKey(kind, UID));
                // What a user does before it is back is a change of what they see.
                await by.round([], null);
                break;
              case 'clear':
                lose(by, () => true);
                by.storage.clear();
                await by.round([], null);
                break;
              default:
                doDeed(by, now.what, now.pick);
            }
          }
          for (let round = 0; round < 4; round += 1) {
            for (const by of devices) await by.round([], null);
          }

          const [first, second] = devices.map((by) => shown(by)) as [
            Map<string, unknown>,
            Map<string, unknown>,
          ];
          const live = server.live();
          expect(devices.map(({ store }) => store.get(unsentChangesAtom).length)).toEqual([0, 0]);
          expect(sorted(second)).toEqual(sorted(first));
          const missing = [...live].filter(
            ([id, value]) => canonicalJson(first.get(id) ?? null) !== canonicalJson(value),
          );
          expect(missing).toEqual([]);

          // Alerts go with their star, outcomes with their forecast, also if another device's is kept in its place.
          const savings = new Set(
            [...first].map(([id, value]) => `${id} ${(value as Partial<JournalEntry>).made_at}`),
          );
          const wasTaken = (id: string) =>
            [...taken].some((other) => id === other || belongsTo(id, other)) ||
            (id.startsWith('outcome ') && !savings.has(id.replace('outcome', 'forecast')));
          const judged = [...made].filter(([id]) => !mayBeLost.has(id) && !/^(?:order|setting) /.test(id));
          const lost = judged.filter(([id]) => !wasTaken(id) && !first.has(id));
          const risen = judged.filter(([id, times]) => times === 1 && taken.has(id) && first.has(id));
          const forgotten = [...lastChoice].filter(
            ([id, { by, choice }]) =>
              by.size === 1 && !mayBeLost.has(id) && canonicalJson(first.get(id)) !== canonicalJson(choice),
          );
          expect({ lost, risen, forgotten }).toEqual({ lost: [], risen: [], forgotten: [] });
        },
      ),
      { numRuns: runs(5000) },
    );
  },
);

function belongsTo(id: string, other: string): boolean {
  const [kind, ...rest] = id.split(' ');
  return kind === 'alert'
    ? other === `star ${rest[0]}`
    : kind === 'outcome' && other === `forecast ${rest.slice(0, -1).join(' ')}`;
}

function sorted(items: ReadonlyMap<string, unknown>): readonly (readonly [string, string])[] {
  return [...items]
    .map(([id, value]) => [id, canonicalJson(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

test('two accounts that take turns in one browser never hold each other’s data, whatever fails', async () => {
  const turn = fc.record({
    who: fc.constantFrom(0 as const, 1 as const),
    deeds: fc.array(fc.constantFrom('star', 'palette'), { maxLength: 3 }),
    fates: fc.array(fate, { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 12 }), async (turns) => {
      const store = userStore(memoryStorage(), null);
      const people = [
        { owner: 'ada@example.com', ticker: 'AAPL', palette: 'safe', server: modelAccount() },
        { owner: 'bob@example.com', ticker: 'KO', palette: 'red-up', server: modelAccount() },
      ] as const;
      const isChosen = [false, false];
      const all = [...turns, ...([0, 1] as const).map((who) => ({ who, deeds: [], fates: [] as Fate[] }))];
      for (const { who, deeds, fates } of all) {
        const { owner, ticker, palette, server } = people[who];
        const left = [...fates];
        const meet = async <Body>(
          send: () => Result<Body, AccountFailure>,
        ): Promise<Result<Body, AccountFailure>> => {
          const now = left.shift() ?? 'arrives';
          const answer = now === 'never leaves' ? null : send();
          return answer === null || now === 'answer is lost' ? err({ reason: 'unreachable' }) : answer;
        };
        signInAs(store, owner);
        const sync = new Sync(store, owner, {
          getItems: (since) => meet(() => server.getItems(since)),
          putItems: (changes) => meet(() => server.putItems(changes)),
        });
        // Who has signed in is taken over for before they can do anything.
        await sync.round();
        for (const done of deeds) {
          if (done === 'star') edit(store, addListings([{ ticker, name: '' }]));
          else {
            isChosen[who] = true;
            edit(store, withSettings({ palette }));
          }
        }
        await sync.round();
      }
      const held = people.map(({ server }) =>
        [...server.live()].map(([id, value]) => `${id} ${canonicalJson(value)}`).join(),
      );
      expect(held[0]).not.toMatch(/KO|red-up/);
      expect(held[1]).not.toMatch(/AAPL|safe/);
      expect(held.map((text) => /palette/.test(text))).toEqual(isChosen);
    }),
    { numRuns: runs(1000) },
  );
});

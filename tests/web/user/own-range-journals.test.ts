/** Random journals of own ranges: two devices, lost requests, splits, holidays and delistings, against plain arithmetic. */
import { candlesFromRows, err, scoreOwnRanges, type Candles, type Forecast } from '#compute';
import { expect, test } from 'vitest';
import { Sync } from '#web/shared/sync/sync.ts';
import { settleForecasts } from '#web/shared/user/forecast-journal.ts';
import { ownRangesAtom, saveOwnRange, takeBackOwnRange, type OwnRange } from '#web/shared/user/own-ranges.ts';
import { runs } from '#support/runs.ts';
import { modelAccount } from '#support/web/model-account.ts';
import { edit, memoryStorage, userStore } from '#support/web/user-store.ts';
import { uniform } from '../../compute/seeded.ts';
import { forecastOf, historyUpTo } from './journal-entries.ts';

const FIRST = Date.UTC(2026, 0, 1);
const DAYS = 80;
const REAL = forecastOf(historyUpTo('2026-03-10'));
const dateOf = (day: number) => new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10);
const dayOf = (date: string) => (Date.parse(date) - FIRST) / 86_400_000;

/** A listing's closes as they were paid: some days have no session, one has a split, and some listings end. */
function randomListing(ticker: string, random: () => number) {
  const splitDay = Math.floor(random() * DAYS);
  const ratio = [2, 10, 0.1, 1.05][Math.floor(random() * 4)]!;
  const end = random() < 0.3 ? DAYS * (0.4 + 0.5 * random()) : DAYS + 10;
  const closes = new Map<number, number>();
  let worth = 50 + 200 * random();
  for (let day = 0; day < end; day += 1) {
    worth *= Math.exp(0.06 * (random() - 0.5));
    if (day < 3 || random() < 0.7) closes.set(day, day < splitDay ? worth : worth / ratio);
  }
  /** What a close of `day` is in the scale of day `at`. */
  const inScale = (close: number, day: number, at: number) =>
    close * (day < splitDay ? 1 : ratio) * (at < splitDay ? 1 : 1 / ratio);
  /** The vendor's history on a day: every close in that day's scale. */
  const candlesOn = (today: number): Candles =>
    candlesFromRows(
      [...closes]
        .filter(([day]) => day <= today)
        .map(([day, paid]) => {
          const close = inScale(paid, day, today);
          return {
            time: FIRST / 1000 + day * 86_400,
            open: close,
            high: close,
            low: close,
            close,
            volume: 1,
          };
        }),
    );
  const listing = {
    ticker,
    source: 'yahoo',
    stale: false,
    currency: 'USD',
    exchange_timezone: 'UTC',
  } as const;
  return { listing, closes, inScale, candlesOn };
}

/** A forecast of some spread for the day `horizonDays` after the last bar. */
function forecastOn(candles: Candles, horizonDays: 1 | 7, spread: number): Forecast {
  const base = candles.time.length - 1;
  const baseDay = dayOf(new Date(candles.time[base]! * 1000).toISOString().slice(0, 10));
  const basePrice = candles.close[base]!;
  const [low80, high80] = [basePrice * (1 - spread), basePrice * (1 + spread)];
  const point = { ...REAL.points[0]!, date: dateOf(baseDay + horizonDays) as never, low80, high80 };
  return { ...REAL, horizonDays, baseDate: dateOf(baseDay) as never, basePrice, points: [point] };
}

/** Gneiting and Raftery 2007, equation 43, as printed, in units of the base close. */
function meanScore(
  ranges: readonly OwnRange[],
  low: 'own_low' | 'low80',
  high: 'own_high' | 'high80',
): number {
  const scores = ranges.map(({ base_close: base, outcome, [low]: l, [high]: u }) => {
    const x = outcome!.close;
    return (u - l + (2 / 0.2) * (l - x) * Number(x < l) + (2 / 0.2) * (x - u) * Number(x > u)) / base;
  });
  return scores.reduce((a, b) => a + b, 0) / scores.length;
}

test('each range settles exactly once, at the close of its rule, and scores as computed by hand', async () => {
  let compared = 0;
  for (let seed = 1; seed <= runs(1000); seed += 1) {
    const random = uniform(seed);
    const listings = ['AAPL', 'MSFT', 'KO'].map((ticker) => randomListing(ticker, random));
    const server = modelAccount();
    const settledAt = new Map<string, Set<number>>();
    const lossOf = random() < 0.5 ? 0.5 : 0;
    let isOver = false;
    const meet = <Answer>(send: () => Answer) => {
      const fate = isOver ? 1 : random();
      const answer = fate < lossOf / 2 ? null : send();
      return answer === null || fate < lossOf ? err({ reason: 'unreachable' } as const) : answer;
    };
    const devices = [0, 1].map(() => {
      const store = userStore(memoryStorage());
      const sync = new Sync(store, 'ada', {
        getItems: async (since) => meet(() => server.getItems(since)),
        putItems: async (changes) =>
          meet(() => {
            const taken = server.putItems(structuredClone(changes));
            for (const { kind, key, version } of taken.ok ? taken.value.items : [])
              if (kind === 'outcome') settledAt.set(key, (settledAt.get(key) ?? new Set()).add(version));
            return taken;
          }),
      });
      return { store, sync };
    });
    const entered = new Map<string, Set<number>>();
    for (let day = 5; day < DAYS; day += 1) {
      const { store, sync } = devices[Math.floor(random() * 2)]!;
      const { listing, candlesOn } = listings[Math.floor(random() * 3)]!;
      const candles = candlesOn(day);
      const forecast = forecastOn(candles, random() < 0.5 ? 1 : 7, 0.02 + 0.1 * random());
      const nowMs = FIRST + day * 86_400_000;
      const low = forecast.basePrice * (1 - 0.1 * random());
      edit(store, settleForecasts({ listing, candles }));
      const [saved] = edit(
        store,
        saveOwnRange({
          listing,
          candles,
          forecast,
          nowMs,
          low,
          high: low * (1.01 + 0.1 * random()),
          why: '',
        }),
      );
      if (saved && random() < 0.2) edit(store, takeBackOwnRange(saved.key, nowMs + 30_000));
      else if (saved) entered.set(saved.key, (entered.get(saved.key) ?? new Set()).add(low));
      if (random() < 0.5) await sync.round();
    }
    isOver = true;
    for (const { store, sync } of [...devices, ...devices, ...devices]) {
      for (const { listing, candlesOn } of listings)
        edit(store, settleForecasts({ listing, candles: candlesOn(DAYS) }));
      await sync.round(false, true);
    }

    const [ranges, others] = devices.map(({ store }) => store.get(ownRangesAtom)) as [OwnRange[], OwnRange[]];
    const byKey = (list: readonly OwnRange[]) => list.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    expect(byKey(others)).toEqual(byKey(ranges));
    expect(new Set(ranges.map(({ key }) => key))).toEqual(new Set(entered.keys()));
    for (const { key, ticker, made_at: savedAt, target_date: target, own_low: low, outcome } of ranges) {
      expect(entered.get(key)).toContain(low);
      const { closes, inScale } = listings.find(({ listing }) => listing.ticker === ticker)!;
      const finished = [...closes].filter(([day]) => day <= DAYS).slice(0, -1);
      const [day, paid] = finished.find(([one]) => one >= dayOf(target)) ?? [];
      expect(outcome?.date).toBe(day === undefined ? undefined : dateOf(day));
      const close = day === undefined ? undefined : inScale(paid!, day, dayOf(savedAt));
      expect((outcome?.close ?? 1) / (close ?? 1)).toBeCloseTo(1, 9);
      expect(settledAt.get(`${key} ${savedAt}`)?.size ?? 0).toBe(day === undefined ? 0 : 1);
    }
    const settled = ranges.filter(({ outcome }) => outcome !== null);
    const score = scoreOwnRanges(ranges);
    const isInside = ({ own_low: l, own_high: u, outcome }: OwnRange) =>
      l <= outcome!.close && outcome!.close <= u;
    expect(score).toMatchObject({ settled: settled.length, held: settled.filter(isInside).length });
    if (score.measured === null) continue;
    const ratio = meanScore(settled, 'own_low', 'own_high') / meanScore(settled, 'low80', 'high80');
    expect(score.measured.score.value).toBeCloseTo(ratio, 9);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(runs(1000) / 2);
}, 300_000);

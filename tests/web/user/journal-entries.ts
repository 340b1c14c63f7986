import { candlesFromRows, forecast, parseIsoDate, type Candles, type Forecast } from '#compute';
import type { JournalEntry } from '#web/shared/user/forecast-journal.ts';
import type { OwnRange } from '#web/shared/user/own-ranges.ts';
import type { Change } from '#web/shared/user/user-items.ts';
import { replaceKind } from '#support/web/user-store.ts';

/** Daily bars that end with these closes, on consecutive days from `from` on. */
export function bars(from: string, closes: readonly number[]): Candles {
  const start = parseIsoDate(from)!;
  return candlesFromRows(
    closes.map((close, day) => ({
      time: start + day * 86_400,
      open: close,
      high: close * 1.01,
      low: close * 0.99,
      close,
      volume: 1000,
    })),
  );
}

/** A calm history of 80 days up to and including `lastDate`, ending at 100. */
export function historyUpTo(lastDate: string): Candles {
  const from = new Date(Date.parse(lastDate) - 79 * 86_400_000).toISOString().slice(0, 10);
  return bars(
    from,
    Array.from({ length: 80 }, (_, day) => 100 + (day - 79) * 0.1),
  );
}

/** The shipped model's forecast of a history, on a market that trades every day. */
export function forecastOf(candles: Candles, horizonDays: 1 | 7 = 1): Forecast {
  const made = forecast({ candles, horizonDays, calendar: 'daily' });
  if (!made.ok) throw new Error(made.error.reason);
  return made.value;
}

/** A settled record: base 100, forecast 101 in 95…107 (80 %) and 90…112 (95 %). */
export function record(change: Partial<JournalEntry> = {}): JournalEntry {
  const entry = {
    ticker: 'AAPL',
    source: 'yahoo',
    currency: 'USD',
    base_date: '2026-01-05',
    base_close: 100,
    anchor_date: '2026-01-04',
    anchor_close: 99,
    horizon_days: 1,
    target_date: '2026-01-06',
    exchange_timezone: 'America/New_York',
    median: 101,
    low80: 95,
    high80: 107,
    low95: 90,
    high95: 112,
    model: 'test 1',
    made_at: '2026-01-05T12:00:00.000Z',
    outcome: { date: '2026-01-06', close: 102 },
    ...change,
  } as const;
  const market = entry.source === 'sample' ? 'sample' : 'live';
  return { ...entry, key: `${market} ${entry.ticker} ${entry.base_date} ${entry.horizon_days}` };
}

/** Records, each with an own range of 98 to 104 and a ticker of its own. */
export function ownRanges(changes: readonly Partial<OwnRange>[]): readonly OwnRange[] {
  return changes.map((change, i) => ({
    own_low: 98,
    own_high: 104,
    ...change,
    ...record({ ticker: `T${i}`, ...change }),
  }));
}

/** Puts exactly these entries in place of a user's. */
export function replaceJournal(
  entries: readonly JournalEntry[],
  kind: 'forecast' | 'own_range' = 'forecast',
): Change {
  const forecasts = entries.map((entry) => {
    const { key, outcome: _, ...saved } = entry;
    return [key, saved] as const;
  });
  const outcomes = entries.flatMap(({ key, made_at: madeAt, outcome }) =>
    outcome === null ? [] : [[`${key} ${madeAt}`, outcome] as const],
  );
  return (read) => [
    ...replaceKind(kind, new Map(forecasts))(read),
    ...replaceKind('outcome', new Map(outcomes))(read),
  ];
}

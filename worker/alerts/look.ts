/** A look at everything that users' alerts wait for. See `worker/migrations/0002_alerts.sql`. */
import {
  AI_SIGNALS,
  alertEventKey,
  changePercent,
  isCrossed,
  isoDate,
  PRICE_METRICS,
  SECONDS_PER_DAY,
} from '#compute';
import type { AlertDirection, AlertLevel, AlertMetric, Look, Split, Ticker } from '#compute';
import type { Crossing } from '../contract/user-store.ts';
import { analyseClose } from '../ledger/job.ts';
import type { SessionForecast } from '../ledger/job.ts';
import type { LatestPrice, LatestPrices, MarketData } from '../providers/market-data.ts';
import { LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';

export interface AlertsLook {
  readonly db: D1Database;
  readonly market: 'live' | 'sample';
  /** The listings whose signals and odds the ledger has. */
  readonly universe: readonly Ticker[];
  readonly source: Pick<MarketData, 'latestPrices' | 'stock'>;
  /** Other listings to analyse in one run at most, after their close. */
  readonly analysesPerRun: number;
  /** The clock in epoch milliseconds. */
  readonly now: () => number;
}

/** A larger move may be a split: it counts once the listing's chart has said whether it is one. In percent. */
const SPLIT_PERCENT = 25;
/** Charts asked for that in one run. */
const CHARTS_PER_RUN = 4;

/** New rules taken up in one run: the others wait for the next one, and lose nothing by it. */
const NEW_ROWS_PER_RUN = 2000;

/** A price dated later than this ahead of our clock is of a wrong clock. */
const MAX_AHEAD_SECONDS = 60;
/** An analysis that failed is tried again. */
const RETRY_SECONDS = 15 * 60;
/** A rule about one session is of no use after it, in no time zone. */
const EXPIRED_SECONDS = 3 * SECONDS_PER_DAY;

/** D1 takes parameters of up to 2 MB; a crossing has some 300 bytes. */
const CROSSINGS_PER_STATEMENT = 2000;

/** JSON has no infinity. */
const ANY_VALUE = 1e300;

/** What is looked at, and what the last look saw. */
interface Watched {
  readonly ticker: Ticker;
  readonly metric: AlertMetric;
  readonly value: number | null;
  readonly session: string | null;
  readonly at: number | null;
  readonly dueAt: number;
}

/** A row of the index. */
interface LevelRow extends AlertLevel {
  readonly uid: string;
  readonly rule: string;
  readonly ticker: Ticker;
  readonly start: number | null;
  readonly startSession: string;
  readonly startAt: number;
  readonly scaledAt: string;
  readonly isNew: number;
}

/** What one look saw of a metric of a listing. */
interface Seen {
  readonly ticker: Ticker;
  readonly metric: AlertMetric;
  readonly now: Look;
  readonly last: Look | null;
  /** All splits that the chart knows, where it was asked. */
  readonly splits: readonly Split[];
  readonly source: Crossing['source'];
}

/** When a listing outside the ledger is analysed again. */
type NextAnalyses = readonly (readonly [ticker: Ticker, atSeconds: number])[];

const idOf = ({ ticker, metric }: Pick<Seen, 'ticker' | 'metric'>) => `${ticker} ${metric}`;

const LEVEL_COLUMNS = `l.uid, l.rule, l.direction, l.ticker, l.metric, l.level, l.opens, l.session, l.start,
  l.start_session AS startSession, l.start_at AS startAt, l.scaled_at AS scaledAt, l.is_new AS isNew`;

/**
 * Looks once at all prices, and at the signals and odds of sessions that have closed; records in the outbox what was crossed
 * since the last look. Safe to run at any time, twice at once, or again after a crash: what was seen and what it crossed are
 * written together or not at all.
 */
export async function lookAtAlerts(look: AlertsLook): Promise<void> {
  const { db, market } = look;
  const nowSeconds = Math.floor(look.now() / 1000);
  const [watchedRows, runs] = await db.batch<unknown>([
    db
      .prepare('SELECT ticker, metric, value, session, at, due_at AS dueAt FROM alert_last WHERE market = ?')
      .bind(market),
    db.prepare('SELECT looked_at AS lookedAt FROM alert_run WHERE market = ?').bind(market),
  ]);
  const watched = (watchedRows?.results ?? []) as Watched[];
  const [lastRun] = (runs?.results ?? []) as { readonly lookedAt: number }[];
  const prices = await readPrices(look, watched);
  const { seen: closes, nextAnalyses } = await seenForecasts(look, watched, nowSeconds);
  const priced = seenPrices(watched, prices, nowSeconds);
  const made = await readNewRows(look, [...priced, ...closes]);
  const seen = [...(await withoutSplits(look, priced, made, prices, nowSeconds)), ...closes];
  const byId = new Map(seen.map((one) => [idOf(one), one]));
  const rows = await readRows(look, seen, made);
  const crossings: Crossed[] = [];
  const rescaled: RescaledRow[] = [];
  const started: LevelRow[] = [];
  for (const row of rows) {
    const what = byId.get(idOf(row));
    if (what === undefined) continue;
    const scaled = rescale(row, what);
    if (scaled !== row) rescaled.push({ ...scaled, wasScaledAt: row.scaledAt });
    const previous = previousLook(scaled, what);
    // What is no newer than the rule says nothing about it.
    if (row.isNew === 1 && what.now.atSeconds <= row.startAt) continue;
    if (row.isNew === 1) started.push(row);
    if (previous !== null && isCrossed(scaled, previous, what.now))
      crossings.push(crossed(scaled, previous, what, prices.get(row.ticker)));
  }
  const isNewDay = lastRun === undefined || isoDate(lastRun.lookedAt) !== isoDate(nowSeconds);
  await db.batch([
    ...statementsOf(look, { seen, crossings, rescaled, started, nextAnalyses }),
    ...(isNewDay ? cleaning(look, nowSeconds) : []),
    db.prepare('REPLACE INTO alert_run VALUES (?, ?)').bind(market, nowSeconds),
  ]);
}

/** When the last look was, epoch seconds; `null` before the first and while the database cannot say. */
export async function lastLookSeconds(db: D1Database, market: AlertsLook['market']): Promise<number | null> {
  try {
    const run = db.prepare('SELECT looked_at FROM alert_run WHERE market = ?').bind(market);
    return await run.first<number>('looked_at');
  } catch {
    return null;
  }
}

/** The latest prices of all watched listings; none while their source fails. */
async function readPrices({ source }: AlertsLook, watched: readonly Watched[]): Promise<LatestPrices> {
  const tickers = [...new Set(watched.map(({ ticker }) => ticker))];
  if (tickers.length === 0) return new Map();
  const read = await withDeadline(LOAD_DEADLINE_MS, null, (signal) => source.latestPrices(tickers, signal));
  return read.ok ? read.value : new Map();
}

/** What the prices say that is newer than the last look. */
function seenPrices(watched: readonly Watched[], prices: LatestPrices, nowSeconds: number): readonly Seen[] {
  return watched.flatMap((row): Seen[] => {
    const price = prices.get(row.ticker);
    if (price === undefined || price.asOfSeconds > nowSeconds + MAX_AHEAD_SECONDS) return [];
    const value = valueOf(row.metric, price, 1);
    if (value === null || (row.at !== null && price.asOfSeconds <= row.at)) return [];
    const now = { value, session: isoDate(price.dateSeconds), atSeconds: price.asOfSeconds };
    return [{ ...row, now, last: lastLook(row), splits: [], source: price.source }];
  });
}

/** The same in the scale of today, without listings that may have been split just now. */
async function withoutSplits(
  look: AlertsLook,
  seen: readonly Seen[],
  made: readonly LevelRow[],
  prices: LatestPrices,
  nowSeconds: number,
): Promise<readonly Seen[]> {
  const madeById = Map.groupBy(made, idOf);
  const jumping = new Set(
    seen.filter((one) => isJump(one, madeById.get(idOf(one)) ?? [])).map(({ ticker }) => ticker),
  );
  const splits = new Map<Ticker, readonly Split[]>();
  for (const ticker of nextOf([...jumping], nowSeconds)) {
    const chart = await withDeadline(LOAD_DEADLINE_MS, null, (signal) => look.source.stock(ticker, signal));
    if (chart.ok) splits.set(ticker, chart.value.actions?.splits ?? []);
  }
  return seen.flatMap((one) => {
    if (!jumping.has(one.ticker)) return [one];
    const known = splits.get(one.ticker);
    const price = prices.get(one.ticker);
    if (known === undefined || price === undefined) return [];
    // The close before the first session at the new count is in the old scale.
    const today = known.filter(({ date }) => date === one.now.session);
    const value = valueOf(one.metric, price, factorOf(today)) ?? one.now.value;
    const last = one.last && rescaledLook(one.last, one.metric, known);
    return [{ ...one, splits: known, last, now: { ...one.now, value } }];
  });
}

/** A few of a list, others in each minute, so that those whose chart fails do not keep the rest waiting. */
function nextOf(tickers: readonly Ticker[], nowSeconds: number): readonly Ticker[] {
  const from = tickers.length === 0 ? 0 : Math.floor(nowSeconds / 60) % tickers.length;
  return [...tickers.slice(from), ...tickers.slice(0, from)].slice(0, CHARTS_PER_RUN);
}

/** The value of a metric at a price; `null` for one that a price does not tell. */
function valueOf(metric: AlertMetric, { price, previous }: LatestPrice, factor: number): number | null {
  if (PRICE_METRICS.includes(metric)) return price;
  if (metric !== 'day_change' || previous === null) return null;
  const change = changePercent(previous.close, price);
  // A source may or may not have rescaled the close before a split: a change that large was not.
  return factor === 1 || Math.abs(change) <= SPLIT_PERCENT
    ? change
    : changePercent(previous.close * factor, price);
}

function lastLook({ value, session, at }: Watched): Look | null {
  return value === null || session === null || at === null ? null : { value, session, atSeconds: at };
}

/** Whether a value is so far from the last one, or from the start of a new rule, that there may have been a split. */
function isJump({ metric, now, last }: Seen, made: readonly LevelRow[]): boolean {
  if (metric === 'day_change') {
    const from = last?.session === now.session ? last.value : 0;
    return Math.abs(now.value - from) > SPLIT_PERCENT;
  }
  return [last?.value ?? null, ...made.map(({ start }) => start)].some(
    (before) => before !== null && Math.abs(changePercent(before, now.value)) > SPLIT_PERCENT,
  );
}

/** What the closes of sessions say that is newer than the last look: signals and odds. */
async function seenForecasts(
  look: AlertsLook,
  watched: readonly Watched[],
  nowSeconds: number,
): Promise<{ readonly seen: readonly Seen[]; readonly nextAnalyses: NextAnalyses }> {
  const wanted = watched.filter(({ metric }) => forecastMetric(metric) !== null);
  const universe = new Set(look.universe);
  const forecasts = new Map(
    await readLedger(
      look,
      wanted.filter(({ ticker }) => universe.has(ticker)),
      nowSeconds,
    ),
  );
  const others = wanted
    .filter(({ ticker, dueAt }) => !universe.has(ticker) && dueAt <= nowSeconds)
    .toSorted((a, b) => a.dueAt - b.dueAt)
    .map(({ ticker }) => ticker);
  const nextAnalyses: [Ticker, number][] = [];
  for (const ticker of [...new Set(others)].slice(0, look.analysesPerRun)) {
    const read = await withDeadline(LOAD_DEADLINE_MS, null, (signal) => look.source.stock(ticker, signal));
    const analysis = read.ok
      ? analyseClose(read.value, { ledger: look.market, ticker, nowSeconds })
      : { forecasts: [], nextAtSeconds: 0 };
    forecasts.set(ticker, analysis.forecasts);
    nextAnalyses.push([ticker, Math.max(analysis.nextAtSeconds, nowSeconds + RETRY_SECONDS)]);
  }
  const seen = wanted.flatMap((row): Seen[] => {
    const metric = forecastMetric(row.metric);
    const forecast = forecasts
      .get(row.ticker)
      ?.find(({ horizon_days: days }) => days === (metric?.days ?? days));
    if (metric === null || forecast === undefined) return [];
    const { base_date: session, made_at: madeAt, source } = forecast;
    if (row.session !== null && session <= row.session) return [];
    const now = { value: metric.valueOf(forecast), session, atSeconds: Date.parse(madeAt) / 1000 };
    return [{ ...row, now, last: lastLook(row), splits: [], source: source as Crossing['source'] }];
  });
  return { seen, nextAnalyses };
}

/** How a metric is read from forecasts; `null` for those of prices. */
function forecastMetric(
  metric: AlertMetric,
): { readonly days: number | null; readonly valueOf: (row: SessionForecast) => number } | null {
  if (metric === 'signal')
    return { days: null, valueOf: ({ signal }) => AI_SIGNALS.findIndex((level) => level === signal) };
  const [, side, days] = /^odds_(buy|sell)_(\d+)$/.exec(metric) ?? [];
  if (side === undefined) return null;
  return {
    days: Number(days),
    valueOf: (row) => (side === 'buy' ? row.probability_buy : row.probability_sell),
  };
}

/** The ledger's latest forecasts of listings, as far as they are newer than the last look. */
async function readLedger(
  { db, market }: AlertsLook,
  watched: readonly Watched[],
  nowSeconds: number,
): Promise<readonly (readonly [Ticker, readonly SessionForecast[]])[]> {
  const since = new Map<Ticker, string>();
  for (const { ticker, session } of watched) {
    const before = session ?? isoDate(nowSeconds - 7 * SECONDS_PER_DAY);
    const known = since.get(ticker);
    if (known === undefined || before < known) since.set(ticker, before);
  }
  if (since.size === 0) return [];
  const { results } = await db
    .prepare(
      `SELECT f.* FROM json_each(?2) t CROSS JOIN record_forecast f
       ON f.ledger = ?1 AND f.ticker = t.value->>0 AND f.base_date > t.value->>1 ORDER BY f.base_date DESC`,
    )
    .bind(market, JSON.stringify([...since]))
    .all<SessionForecast & { readonly ticker: Ticker }>();
  return [...since.keys()].flatMap((ticker) => {
    const [latest, ...others] = results.filter((row) => row.ticker === ticker);
    if (latest === undefined) return [];
    return [
      [ticker, [latest, ...others.filter(({ base_date: date }) => date === latest.base_date)]] as const,
    ];
  });
}

/** Rows that no look has seen yet, of what this one sees. */
async function readNewRows({ db, market }: AlertsLook, seen: readonly Seen[]): Promise<readonly LevelRow[]> {
  if (seen.length === 0) return [];
  const { results } = await db
    .prepare(
      `SELECT ${LEVEL_COLUMNS} FROM json_each(?2) s CROSS JOIN alert_level l
       ON l.market = ?1 AND l.ticker = s.value->>0 AND l.metric = s.value->>1
       WHERE l.is_new = 1 LIMIT ${NEW_ROWS_PER_RUN}`,
    )
    .bind(market, JSON.stringify(seen.map(({ ticker, metric }) => [ticker, metric])))
    .all<LevelRow>();
  return results;
}

/** The rows of the index that may be crossed: those between two looks, those made since, and all of a listing that was split. */
async function readRows(
  { db, market }: AlertsLook,
  seen: readonly Seen[],
  made: readonly LevelRow[],
): Promise<readonly LevelRow[]> {
  const sides = ['above', 'below'] as const;
  const spans = seen.flatMap((one) => sides.map((side) => spanOf(one, side))).filter((span) => span !== null);
  if (spans.length === 0) return made;
  const { results } = await db
    .prepare(
      // Two parts, since an index serves either condition on the level, but not both at once.
      ['BETWEEN s.value->>3 AND s.value->>4', 'IS NULL AND s.value->>3 IS NULL']
        .map(
          (isBetween) =>
            `SELECT ${LEVEL_COLUMNS} FROM json_each(?2) s CROSS JOIN alert_level l
             ON l.market = ?1 AND l.ticker = s.value->>0 AND l.metric = s.value->>1
               AND l.direction = s.value->>2 AND l.level ${isBetween}
             WHERE l.is_new = 0`,
        )
        .join(' UNION ALL '),
    )
    .bind(market, JSON.stringify(spans))
    .all<LevelRow>();
  return [...made, ...results];
}

/** The levels in a direction that may have been crossed, from and to; `null` where none can have been. A signal has none. */
function spanOf(
  { ticker, metric, now, last, splits }: Seen,
  side: AlertDirection,
): readonly (string | number)[] | null {
  const named = [ticker, metric, side];
  const span = (from: number, to: number) => (metric === 'signal' ? named : [...named, from, to]);
  if (splits.length > 0 && PRICE_METRICS.includes(metric)) return span(-ANY_VALUE, ANY_VALUE);
  if (last === null) return null;
  const isOpening = (metric === 'day_change' || metric === 'range') && last.session !== now.session;
  if (side === 'above') {
    const from = isOpening ? -ANY_VALUE : last.value;
    return from < now.value ? span(from, now.value) : null;
  }
  const from = isOpening ? ANY_VALUE : last.value;
  return now.value < from ? span(now.value, from) : null;
}

/** What takes prices over splits: 0.1 for ten new shares for one. */
function factorOf(splits: readonly Split[]): number {
  return splits.reduce((factor, { numerator, denominator }) => (factor * denominator) / numerator, 1);
}

function rescaledLook(look: Look, metric: AlertMetric, splits: readonly Split[]): Look {
  if (!PRICE_METRICS.includes(metric)) return look;
  return { ...look, value: look.value * factorOf(splits.filter(({ date }) => date > look.session)) };
}

/** A row as it reads after the splits since its prices were noted; the same one where there are none. */
function rescale(row: LevelRow, { metric, splits, now }: Seen): LevelRow {
  const since = splits.filter(({ date }) => date > row.scaledAt && date <= now.session);
  if (since.length === 0 || !PRICE_METRICS.includes(metric)) return row;
  const factor = factorOf(since);
  const times = (value: number | null) => value && value * factor;
  const [level, opens, start] = [times(row.level), times(row.opens), times(row.start)];
  return { ...row, level, opens, start, scaledAt: now.session };
}

/**
 * Where a row starts from: a new one from its own value, the others from the last look. So does a new one without a value about
 * what changes once a session only.
 */
function previousLook(row: LevelRow, { last }: Seen): Look | null {
  if (row.isNew === 0 || (row.start === null && forecastMetric(row.metric) !== null)) return last;
  return row.start === null ? null : { value: row.start, session: row.startSession, atSeconds: row.startAt };
}

/** A crossing on its way to the object of its user. */
interface Crossed {
  readonly uid: string;
  readonly key: string;
  readonly crossing: Crossing;
}

function crossed(
  row: LevelRow,
  previous: Look,
  { now, source }: Seen,
  latest: LatestPrice | undefined,
): Crossed {
  const { uid, rule, direction, level } = row;
  return {
    uid,
    key: alertEventKey(rule, now.session, direction),
    crossing: {
      alert: rule,
      session: now.session,
      direction,
      level,
      previous: previous.value,
      value: now.value,
      price: latest?.price ?? null,
      currency: latest?.listing.currency ?? '',
      exchange_timezone: latest?.listing.timezone ?? 'UTC',
      at: new Date(now.atSeconds * 1000).toISOString(),
      source,
    },
  };
}

type RescaledRow = LevelRow & { readonly wasScaledAt: string };

interface Outcome {
  readonly seen: readonly Seen[];
  readonly crossings: readonly Crossed[];
  readonly rescaled: readonly RescaledRow[];
  readonly started: readonly LevelRow[];
  readonly nextAnalyses: NextAnalyses;
}

/** What a look changes. Another look at the same time may write the same again, and nothing goes back to an older value. */
function statementsOf(
  { db, market }: AlertsLook,
  { seen, crossings, rescaled, started, nextAnalyses }: Outcome,
): D1PreparedStatement[] {
  const statements: D1PreparedStatement[] = [];
  if (seen.length > 0) {
    const looks = seen.map(({ ticker, metric, now }) => [
      ticker,
      metric,
      now.value,
      now.session,
      now.atSeconds,
    ]);
    statements.push(
      db
        .prepare(
          // Not an UPDATE, which would compare each row with all of the list.
          `INSERT INTO alert_last (market, ticker, metric, value, session, at)
           SELECT ?1, value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(?2)
           WHERE EXISTS (SELECT 1 FROM alert_last l
             WHERE l.market = ?1 AND l.ticker = json_each.value->>0 AND l.metric = json_each.value->>1)
           ON CONFLICT (market, ticker, metric) DO UPDATE
           SET value = excluded.value, session = excluded.session, at = excluded.at
           WHERE at IS NULL OR at < excluded.at`,
        )
        .bind(market, JSON.stringify(looks)),
    );
  }
  if (nextAnalyses.length > 0) {
    statements.push(
      db
        .prepare(
          `UPDATE alert_last SET due_at = s.value->>1 FROM json_each(?2) s
           WHERE market = ?1 AND ticker = s.value->>0`,
        )
        .bind(market, JSON.stringify(nextAnalyses)),
    );
  }
  if (rescaled.length > 0) {
    statements.push(
      db
        .prepare(
          `UPDATE alert_level SET level = s.value->>'level', opens = s.value->>'opens',
             start = s.value->>'start', scaled_at = s.value->>'scaledAt'
           FROM json_each(?) s
           WHERE uid = s.value->>'uid' AND rule = s.value->>'rule'
             AND alert_level.direction = s.value->>'direction' AND scaled_at = s.value->>'wasScaledAt'`,
        )
        .bind(JSON.stringify(rescaled)),
    );
  }
  if (started.length > 0) {
    statements.push(
      db
        .prepare(
          `UPDATE alert_level SET is_new = 0 FROM json_each(?) s
           WHERE uid = s.value->>0 AND rule = s.value->>1 AND alert_level.direction = s.value->>2
             AND start_at = s.value->>3`,
        )
        .bind(JSON.stringify(started.map((row) => [row.uid, row.rule, row.direction, row.startAt]))),
    );
  }
  for (let from = 0; from < crossings.length; from += CROSSINGS_PER_STATEMENT) {
    statements.push(
      db
        .prepare(
          `INSERT OR IGNORE INTO alert_pending (uid, key, crossing)
           SELECT value->>'uid', value->>'key', value->'crossing' FROM json_each(?)`,
        )
        .bind(JSON.stringify(crossings.slice(from, from + CROSSINGS_PER_STATEMENT))),
    );
  }
  return statements;
}

/** Once a day: rules about sessions that are over go, and so does what no rule waits for any more. */
function cleaning({ db, market }: AlertsLook, nowSeconds: number): D1PreparedStatement[] {
  return [
    db.prepare('DELETE FROM alert_level WHERE session < ?').bind(isoDate(nowSeconds - EXPIRED_SECONDS)),
    db
      .prepare(
        `DELETE FROM alert_last WHERE market = ? AND NOT EXISTS (
           SELECT 1 FROM alert_level l WHERE l.market = alert_last.market
             AND l.ticker = alert_last.ticker AND l.metric = alert_last.metric)`,
      )
      .bind(market),
  ];
}

import { addToScores, groupKeys, isoInstant, ledgerVerdict } from '#compute';
import type {
  GroupSums,
  HorizonDays,
  LedgerEvent,
  LedgerLine,
  LedgerName,
  SettledForecast,
  Ticker,
} from '#compute';
import type { LedgerResponse } from '../contract/contract.ts';
import { chunkedStatements, sql } from '../sql.ts';
import { rebuiltParts } from './files.ts';
import { readEvents } from './ledger.ts';
import { TIMESTAMPS } from './timestamps.ts';

export const EVERY_LISTING = '';

/** The subject that stores the last event included in summaries and files; no ticker contains `#`. */
const PROGRESS = '#progress';

/** Events per step, which bounds the work between two saves of progress. */
const EVENTS_PER_STEP = 64;

/** Bodies have up to some 35 KB, and D1 takes parameters of up to 2 MB. */
const ENTRIES_PER_STATEMENT = 40;

/** Settled forecasts shown per horizon, and the same number of open ones. */
const SHOWN_ROWS = 16;

interface NewEvent extends LedgerEvent {
  readonly ticker: string;
  readonly writtenAt: string;
  /** The forecast; `null` for a missed session. */
  readonly row: LedgerLine | null;
}

function emptySummary(ledger: LedgerName, universe: readonly Ticker[]): LedgerResponse {
  return {
    ledger,
    as_of: null,
    universe,
    forecasts: 0,
    settled: 0,
    first_session: null,
    next_at: null,
    next_target: null,
    horizons: [],
    latest: [],
    misses: [],
    currencies: {},
    unsettled: [],
    missed_sessions: [],
    chain: null,
    timestamps: null,
  };
}

/** A subject's summary as JSON, empty if it has no forecasts. What last checks and missed sessions decide is read from these. */
export async function readSummary(
  db: D1Database,
  ledger: LedgerName,
  universe: readonly Ticker[],
  subject: string,
): Promise<string> {
  const body = await sql(db)`
    WITH checks AS (SELECT * FROM record_check WHERE ledger = ${ledger} AND ${subject} IN ('', ticker))
    SELECT json_set(body,
      '$.next_at', (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', MIN(next_at), 'unixepoch') FROM checks),
      '$.next_target', (SELECT MIN(next_target) FROM checks),
      '$.currencies', json((SELECT json_group_object(ticker, latest ->> 'currency')
        FROM checks WHERE latest IS NOT NULL)),
      '$.unsettled', json((SELECT json_group_array(json_object('ticker', ticker, 'forecasts', overdue,
        'oldest_target', next_target, 'no_price_since', last_session, 'reason', failure))
        FROM checks WHERE overdue > 0)),
      '$.missed_sessions', json((SELECT json_group_array(json_object('ticker', ticker, 'base_date', base_date)
        ORDER BY base_date DESC, ticker) FROM record_gap WHERE ledger = ${ledger} AND ${subject} IN ('', ticker))),
      '$.chain', json((SELECT body FROM record_summary WHERE ledger = ${ledger} AND subject = ${PROGRESS})),
      '$.timestamps', json((SELECT body FROM record_summary WHERE ledger = ${ledger} AND subject = ${TIMESTAMPS}))
    ) AS body FROM record_summary WHERE ledger = ${ledger} AND subject = ${subject}`.first<string>('body');
  return body ?? JSON.stringify(emptySummary(ledger, universe));
}

/** Each listing's latest forecast, in the universe's order, with its ledger scores over the horizon; as JSON. */
export async function readForecasts(
  db: D1Database,
  ledger: LedgerName,
  universe: readonly Ticker[],
  horizonDays: HorizonDays,
): Promise<string> {
  const body = await sql(db)`
    WITH record AS (
      SELECT g.value ->> 'name' AS ticker, json_object('n', g.value -> 'n', 'from', g.value -> 'from',
        'coverage80', g.value -> 'coverage80') AS scores
      FROM record_summary, json_each(body, '$.horizons') h, json_each(h.value, '$.by_ticker') g
      WHERE ledger = ${ledger} AND subject = ${EVERY_LISTING} AND h.value ->> 'horizon_days' = ${horizonDays})
    SELECT json_object('ledger', ${ledger}, 'as_of', MAX(latest ->> 'made_at'), 'horizon_days', ${horizonDays},
      'rows', json_group_array(json_object('ticker', u.value, 'forecast', json(latest),
        'last_session', last_session, 'reason', failure, 'record', json(scores)) ORDER BY u.key)) AS body
    FROM json_each(${JSON.stringify(universe)}) u
    LEFT JOIN record_check c ON c.ledger = ${ledger} AND c.ticker = u.value
    LEFT JOIN record r ON r.ticker = u.value`.first<string>('body');
  return body ?? '';
}

/** The end of the chain as of the summaries and files, which the job brings up to date after its checks; `null` before the first event. */
export async function readChain(db: D1Database, ledger: LedgerName) {
  const stored = await readStored(db, ledger, [PROGRESS]);
  return JSON.parse(stored.get(PROGRESS) ?? 'null') as LedgerResponse['chain'];
}

/** Works in proportion to the new events. Each step is stored completely or not at all; the next run continues there. */
export async function refreshSummaries(
  db: D1Database,
  ledger: LedgerName,
  universe: readonly Ticker[],
  eventsPerStep = EVENTS_PER_STEP,
): Promise<void> {
  let before = (await readStored(db, ledger, [PROGRESS])).get(PROGRESS) ?? null;
  for (;;) {
    const chain = JSON.parse(before ?? 'null') as LedgerResponse['chain'];
    const events = await readNewEvents(db, ledger, chain?.events ?? 0, eventsPerStep);
    const last = events.at(-1);
    if (last === undefined) return;
    const progress = JSON.stringify({ events: last.event_seq, head: last.hash });
    await takeStep(db, ledger, universe, events, { before, progress });
    before = progress;
  }
}

/** Adds the next events. Rejects if another run was faster. */
async function takeStep(
  db: D1Database,
  ledger: LedgerName,
  universe: readonly Ticker[],
  events: readonly NewEvent[],
  { before, progress }: { readonly before: string | null; readonly progress: string },
): Promise<void> {
  const subjects = [...new Set([EVERY_LISTING, ...events.map(({ ticker }) => ticker)])].map((subject) => {
    const own = events.filter(({ ticker }) => subject === EVERY_LISTING || subject === ticker);
    return {
      subject,
      own,
      settled: own.flatMap(({ kind, row }) => (kind === 'settlement' ? (row as SettledForecast) : [])),
    };
  });
  const names = subjects.flatMap(({ subject, settled }) => [
    subject,
    ...settled.flatMap((row) => groupKeys(row).map((key) => sumsPrefix(subject) + key)),
  ]);
  const stored = await readStored(db, ledger, names);
  const entries: (readonly [subject: string, body: string])[] = [];
  let firstSession: string | null = null;
  for (const { subject, own, settled } of subjects) {
    const body = stored.get(subject);
    const known = body === undefined ? emptySummary(ledger, universe) : (JSON.parse(body) as LedgerResponse);
    const summary = withEvents(known, own);
    // Time blocks are counted from the ledger's first session, for every listing.
    firstSession ??= summary.first_session;
    const sums = storedSums(stored, subject);
    const horizons = addToScores(known.horizons, sums, settled, firstSession ?? '').map((scores) =>
      Object.assign(scores, { verdict: ledgerVerdict(scores) }),
    );
    entries.push([subject, JSON.stringify({ ...summary, universe, horizons })]);
    for (const [key, group] of sums) entries.push([sumsPrefix(subject) + key, JSON.stringify(group)]);
  }
  const rowNumbers = events.flatMap(({ row }) => row?.seq ?? []);
  const eventNumbers = events.map(({ event_seq: seq }) => seq);
  entries.push(
    ...(await rebuiltParts(db, ledger, 'rows', rowNumbers)),
    ...(await rebuiltParts(db, ledger, 'events', eventNumbers)),
  );
  await db.batch([
    // If another run was faster, this writes NULL, which the column refuses: the whole step fails.
    sql(db)`REPLACE INTO record_summary SELECT ${ledger}, ${PROGRESS}, CASE WHEN
      (SELECT body FROM record_summary WHERE ledger = ${ledger} AND subject = ${PROGRESS}) IS ${before}
      THEN ${progress} END`,
    ...chunkedStatements(
      entries,
      (json) => sql(db)`REPLACE INTO record_summary
        SELECT ${ledger}, value->>0, value->>1 FROM json_each(${json})`,
      ENTRIES_PER_STATEMENT,
    ),
  ]);
}

async function readStored(db: D1Database, ledger: LedgerName, subjects: readonly string[]) {
  const { results } = await sql(db)`
    SELECT subject, body FROM json_each(${JSON.stringify(subjects)}) j
    CROSS JOIN record_summary s ON s.ledger = ${ledger} AND s.subject = j.value`.all<
    Record<'subject' | 'body', string>
  >();
  return new Map(results.map(({ subject, body }) => [subject, body]));
}

async function readNewEvents(
  db: D1Database,
  ledger: LedgerName,
  after: number,
  limit: number,
): Promise<NewEvent[]> {
  const { events, rows } = await readEvents(db, ledger, after, limit);
  return events.map((event) => {
    const [ticker = '', , noticedAt] = event.body.split(' ');
    const row = event.kind === 'missed' ? undefined : rows.get(Number(ticker));
    if (row === undefined)
      return Object.assign(event, { ticker, writtenAt: isoInstant(Number(noticedAt)), row: null });
    const writtenAt = event.kind === 'forecast' ? row.made_at : (row.settled_at ?? '');
    return Object.assign(event, { ticker: row.ticker, writtenAt, row });
  });
}

function sumsPrefix(subject: string): string {
  return `${subject}#sums/`;
}

function storedSums(stored: ReadonlyMap<string, string>, subject: string): Map<string, GroupSums> {
  const prefix = sumsPrefix(subject);
  const own = [...stored].filter(([name]) => name.startsWith(prefix));
  return new Map(own.map(([name, body]) => [name.slice(prefix.length), JSON.parse(body) as GroupSums]));
}

/** Adds events to a summary, except for the scores. */
function withEvents(summary: LedgerResponse, events: readonly NewEvent[]): LedgerResponse {
  const forecasts = events.filter(({ kind }) => kind === 'forecast');
  const settlements = events.filter(({ kind }) => kind === 'settlement');
  const known = [...summary.latest, ...summary.misses, ...events.flatMap(({ row }) => row ?? [])];
  const rows = [...new Map(known.map((row) => [row.seq, row])).values()].sort((a, b) => b.seq - a.seq);
  return {
    ...summary,
    as_of: events.at(-1)?.writtenAt ?? null,
    forecasts: summary.forecasts + forecasts.length,
    settled: summary.settled + settlements.length,
    first_session: summary.first_session ?? forecasts[0]?.row?.base_date ?? null,
    latest: [
      ...newest(rows.filter(({ settled_at: settledAt }) => settledAt !== null)),
      ...newest(rows.filter(({ settled_at: settledAt }) => settledAt === null)),
    ],
    misses: newest(
      rows.filter(
        ({ outcome_close: close, low80, high80 }) => close !== null && !(low80 <= close && close <= high80),
      ),
    ),
  };
}

function newest(rows: readonly LedgerLine[]): LedgerLine[] {
  const counts: Record<number, number> = {};
  return rows.filter(({ horizon_days: days }) => (counts[days] = (counts[days] ?? 0) + 1) <= SHOWN_ROWS);
}

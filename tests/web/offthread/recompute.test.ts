/** Recomputing the page's figures from the rows: true figures match, and every kind of tampering is found. */
import { createHash } from 'node:crypto';
import {
  EVENT_COLUMNS,
  eventText,
  parseLedgerLine,
  grantedToken,
  rowBody,
  type EventKind,
  type LedgerLine,
  FORECAST_COLUMNS,
  forecastText,
  LEDGER_COLUMNS,
  ledgerNumber,
  scoreLedger,
  SETTLEMENT_COLUMNS,
  settlementText,
  timestampRequest,
  type LedgerForecast,
  type LedgerSettlement,
  type SettledForecast,
} from '#compute';
import type { LedgerResponse, TimestampsResponse } from '#worker/contract';
import { describe, expect, test } from 'vitest';
import { createAuthority, respondTimestamp } from '#scripts/stack/timestamp-tokens.ts';
import { recompute, type Recomputed } from '#web/shared/offthread/recompute.ts';

type Shown = LedgerResponse['horizons'];
type Timestamps = TimestampsResponse['timestamps'];

const NONCE = '4123456789abcdef';

const AS_OF = '2026-01-01T00:00:00.000Z';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A chain of events over a ledger's rows. */
function eventsOf(rows: readonly LedgerLine[]): string {
  const lines = [EVENT_COLUMNS.join(',')];
  let before = '';
  const add = (kind: EventKind, body: string) => {
    const event = { event_seq: lines.length, kind, body, previous_hash: before };
    before = sha256(eventText('live', event));
    lines.push([event.event_seq, kind, body, before].join(','));
  };
  for (const row of rows) {
    add('forecast', rowBody(row.seq, row.hash));
    if (row.settlement_hash !== null) add('settlement', rowBody(row.seq, row.settlement_hash));
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** A ledger written without the Worker's code: 60 rows, the last two open. */
function ledger(): { csv: string; events: string; horizons: Shown } {
  const lines = [LEDGER_COLUMNS.join(',')];
  const settled: SettledForecast[] = [];
  for (let i = 0; i < 60; i++) {
    const date = (day: number) => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
    const base = ledgerNumber(100 + Math.sin(i) * 7);
    const outcome = ledgerNumber(base * (1 + Math.sin(i * 1.7) / 40));
    const median = ledgerNumber(base * 1.0003);
    const row: LedgerForecast = {
      ledger: 'live',
      seq: i + 1,
      ticker: i % 2 === 0 ? 'AAPL' : 'SPY',
      base_date: date(i * 4),
      horizon_days: 1,
      target_date: date(i * 4 + 1),
      base_close: base,
      median,
      low80: ledgerNumber(base * 0.985),
      high80: ledgerNumber(base * 1.015),
      low95: ledgerNumber(base * 0.97),
      high95: ledgerNumber(base * 1.03),
      probability_up: ledgerNumber(0.5 + i / 1000),
      probability_buy: 0.1,
      probability_sell: 0.08,
      signal: i % 3 === 0 ? 'STRONG SELL' : 'BUY',
      model: 'm 1.0',
      source: 'yahoo',
      adjustment: 'splits',
      made_at: `${date(i * 4)}T22:00:00.000Z`,
    };
    const hash = sha256(forecastText(row));
    const result: LedgerSettlement | null =
      i >= 58
        ? null
        : {
            outcome_date: row.target_date,
            outcome_close: outcome,
            split_factor: 1,
            error_percent: ledgerNumber((Math.abs(outcome - median) / base) * 100),
            no_change_error_percent: ledgerNumber((Math.abs(outcome - base) / base) * 100),
            settled_at: `${row.target_date}T22:00:00.000Z`,
          };
    if (result !== null) settled.push({ ...row, ...result });
    lines.push(
      [
        ...FORECAST_COLUMNS.map((name) => row[name]),
        hash,
        ...SETTLEMENT_COLUMNS.map((name) => (result === null ? '' : result[name])),
        result === null ? '' : sha256(settlementText(result)),
      ].join(','),
    );
  }
  return {
    csv: `${lines.join('\r\n')}\r\n`,
    events: eventsOf(linesOf(lines.join('\r\n'))),
    horizons: scoreLedger(settled, settled[0]!.base_date).map((scores) =>
      Object.assign(scores, { verdict: 'As the job worded it.' }),
    ),
  };
}

function linesOf(text: string): LedgerLine[] {
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => parseLedgerLine(line.split(',')));
}

const { csv, events, horizons } = ledger();

async function check(
  text: string,
  {
    ticker = null,
    shown = horizons,
    chain = events,
    timestamps = [],
  }: { ticker?: string | null; shown?: Shown; chain?: string; timestamps?: Timestamps } = {},
): Promise<Recomputed> {
  const result = await recompute({
    files: { rows: text, events: chain, timestamps },
    shown: { ledger: 'live', as_of: AS_OF, horizons: shown },
    ticker,
  });
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

/** The text with one line changed. */
function edited(line: number, edit: (cells: string[]) => string[]): string {
  return csv
    .split('\r\n')
    .map((text, i) => (i === line ? edit(text.split(',')).join(',') : text))
    .join('\r\n');
}

const cell = (name: string) => csv.slice(0, csv.indexOf('\r')).split(',').indexOf(name);

test('in an untouched ledger every figure matches and the chain is intact', async () => {
  const result = await check(csv);
  expect(result).toMatchObject({ rows: 60, events: 118, brokenRows: [], brokenEvents: [], differences: [] });
  expect(result.figures).toBeGreaterThan(100);
  expect(result.head).toMatch(/^[0-9a-f]{64}$/);
});

test('figures that went through JSON, as on the network, match too', async () => {
  const shown = JSON.parse(JSON.stringify(horizons)) as Shown;
  expect((await check(csv, { shown })).differences).toEqual([]);
});

/** Changes a row's outcome and recomputes the settlement's own hash. */
function forged(line: number): string {
  return edited(line, (cells) => {
    const changed = cells.with(cell('outcome_close'), '99');
    const fields = changed.slice(cell('outcome_date'), cell('settlement_hash')).join(',');
    return changed.with(cell('settlement_hash'), sha256(fields));
  });
}

describe('tampering', () => {
  test('a changed forecast breaks its own hash', async () => {
    const result = await check(edited(10, (cells) => cells.with(cell('high80'), '120')));
    expect(result.brokenRows).toEqual([10]);
    expect(result.differences.length).toBeGreaterThan(0);
  });

  test('a changed outcome breaks its own hash', async () => {
    const result = await check(edited(3, (cells) => cells.with(cell('outcome_close'), '99')));
    expect(result.brokenRows).toEqual([3]);
  });

  test('a changed outcome with a new hash no longer matches the event that names it', async () => {
    const result = await check(forged(3));
    expect(result).toMatchObject({ brokenRows: [3], brokenEvents: [] });
  });

  test('if its event is changed too, that event’s hash breaks', async () => {
    const text = forged(3);
    const { settlement_hash: hash } = linesOf(text)[2]!;
    const lines = events.split('\r\n');
    const cells = lines[6]!.split(',').with(2, rowBody(3, hash!));
    const result = await check(text, { chain: lines.with(6, cells.join(',')).join('\r\n') });
    expect(result).toMatchObject({ brokenRows: [], brokenEvents: [6] });
    const own = sha256(
      eventText('live', {
        event_seq: 6,
        kind: 'settlement',
        body: cells[2]!,
        previous_hash: lines[5]!.split(',')[3]!,
      }),
    );
    const remade = lines.with(6, cells.with(3, own).join(',')).join('\r\n');
    expect((await check(text, { chain: remade })).brokenEvents).toEqual([7]);
  });

  test('a removed row breaks the next one, and leaves its events without a row', async () => {
    const result = await check(csv.split('\r\n').toSpliced(20, 1).join('\r\n'));
    expect(result.brokenRows).toEqual([21]);
    expect(result.brokenEvents).toEqual([39, 40]);
  });

  test('a removed event breaks the next one, and leaves its row without an event', async () => {
    const result = await check(csv, { chain: events.split('\r\n').toSpliced(39, 1).join('\r\n') });
    expect(result.brokenRows).toEqual([20]);
    expect(result.brokenEvents[0]).toBe(40);
  });

  test('reordered rows break the chain', async () => {
    const lines = csv.split('\r\n');
    const swapped = lines.with(5, lines[6]!).with(6, lines[5]!).join('\r\n');
    expect((await check(swapped)).brokenRows.toSorted()).toEqual([5, 6, 7]);
  });

  test('a removed outcome leaves its event without a row, and changes the figures', async () => {
    const open = edited(8, (cells) => cells.map((text, i) => (i >= cell('outcome_date') ? '' : text)));
    const result = await check(open);
    expect(result.brokenEvents).toEqual([16]);
    expect(result.differences).toContain('/0/n');
  });
});

test('a wrong figure on the page is named', async () => {
  const shown = structuredClone(horizons) as Shown;
  (shown[0] as { pinball_percent: number }).pinball_percent += 1e-9;
  expect((await check(csv, { shown })).differences).toEqual(['/0/pinball_percent']);
});

test('a verdict worded by an earlier release is not a wrong figure', async () => {
  const shown = structuredClone(horizons) as Shown;
  (shown[0] as { verdict: string }).verdict = 'In other words.';
  expect((await check(csv, { shown })).differences).toEqual([]);
});

test('one listing is compared with its own rows', async () => {
  const spy = horizons[0]!.by_ticker.find(({ name }) => name === 'SPY')!;
  const result = await check(csv, { ticker: 'SPY' });
  expect(result.differences).toContain('/0/n');
  expect(spy.n).toBeLessThan(horizons[0]!.n);
});

test('rows settled after the page was generated are not scored', async () => {
  const result = await recompute({
    files: { rows: csv, events, timestamps: [] },
    shown: { ledger: 'live', as_of: '2025-03-01T00:00:00.000Z', horizons },
    ticker: null,
  });
  expect(result.ok && result.value.differences).toContain('/0/n');
  expect(result.ok && result.value.brokenRows).toEqual([]);
});

test('a file that is not a ledger is refused', async () => {
  const shown = { ledger: 'live', as_of: AS_OF, horizons } as const;
  for (const text of ['', '<!doctype html>', csv.replace('median', 'mean'), `${csv}1,2,3`]) {
    for (const files of [
      { rows: text, events },
      { rows: csv, events: text },
    ])
      expect(await recompute({ files: { ...files, timestamps: [] }, shown, ticker: null })).toEqual({
        ok: false,
        error: { reason: 'unreadable' },
      });
  }
});

test('a time stamp names the hash of its event, or its day is named', async () => {
  const keys = await createAuthority(Date.now());
  const stamp = async (day: string, seq: number, head: string, stamped = head) => {
    const response = await respondTimestamp(keys, new Uint8Array(timestampRequest(stamped, NONCE)));
    const token = Buffer.from(grantedToken(new Uint8Array(response))).toString('base64');
    return { day, event_seq: seq, head, authority: 'https://a.example', stamped_at: AS_OF, token };
  };
  const hashes = events.split('\r\n').map((line) => line.split(',')[3]!);
  const timestamps = [
    await stamp('2025-01-01', 3, hashes[3]!),
    await stamp('2025-01-02', 6, hashes[5]!),
    await stamp('2025-01-03', 7, hashes[7]!, hashes[8]!),
    await stamp('2025-01-04', 999, hashes[8]!),
    { ...(await stamp('2025-01-05', 8, hashes[8]!)), token: 'AAAA' },
  ];
  expect(await check(csv, { timestamps })).toMatchObject({
    timestamps: 5,
    brokenTimestamps: ['2025-01-02', '2025-01-03', '2025-01-04', '2025-01-05'],
  });
});

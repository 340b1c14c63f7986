/* oxlint-disable unicorn/consistent-function-scoping, oxc/no-map-spread -- a helper stands in the test that it serves; the lists are short */
/** Deriving the page's figures from the rows: equal when they are, and every kind of tampering is found. */
import { createHash } from 'node:crypto';
import {
  FORECAST_COLUMNS,
  forecastText,
  RECORD_COLUMNS,
  recordNumber,
  scoreRecord,
  SETTLEMENT_COLUMNS,
  settlementText,
  type RecordForecast,
  type RecordSettlement,
  type SettledForecast,
} from '#compute';
import type { RecordResponse } from '#worker/contract';
import { describe, expect, test } from 'vitest';
import { recompute, type Recomputed } from '../../../web/features/record/recompute.ts';

type Shown = RecordResponse['horizons'];

const AS_OF = '2026-01-01T00:00:00.000Z';

/** Printed by other means than the Worker's; 60 rows, the last two open. */
function ledger(): { csv: string; horizons: Shown; rows: RecordForecast[] } {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const lines = [RECORD_COLUMNS.join(',')];
  const settled: SettledForecast[] = [];
  const rows: RecordForecast[] = [];
  let hash = '';
  for (let i = 0; i < 60; i++) {
    const date = (day: number) => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
    const base = recordNumber(100 + Math.sin(i) * 7);
    const outcome = recordNumber(base * (1 + Math.sin(i * 1.7) / 40));
    const median = recordNumber(base * 1.0003);
    const row: RecordForecast = {
      ledger: 'live',
      seq: i + 1,
      ticker: i % 2 === 0 ? 'AAPL' : 'SPY',
      base_date: date(i * 4),
      horizon_days: 1,
      target_date: date(i * 4 + 1),
      base_close: base,
      median,
      low80: recordNumber(base * 0.985),
      high80: recordNumber(base * 1.015),
      low95: recordNumber(base * 0.97),
      high95: recordNumber(base * 1.03),
      probability_up: recordNumber(0.5 + i / 1000),
      probability_buy: 0.1,
      probability_sell: 0.08,
      signal: i % 3 === 0 ? 'STRONG SELL' : 'BUY',
      model: 'm 1.0',
      source: 'yahoo',
      adjustment: 'splits',
      made_at: `${date(i * 4)}T22:00:00.000Z`,
    };
    rows.push(row);
    hash = sha256(forecastText(hash, row));
    const result: RecordSettlement | null =
      i >= 58
        ? null
        : {
            outcome_date: row.target_date,
            outcome_close: outcome,
            split_factor: 1,
            error_percent: recordNumber((Math.abs(outcome - median) / base) * 100),
            no_change_error_percent: recordNumber((Math.abs(outcome - base) / base) * 100),
            settled_at: `${row.target_date}T22:00:00.000Z`,
          };
    if (result !== null) settled.push({ ...row, ...result });
    lines.push(
      [
        ...FORECAST_COLUMNS.map((name) => row[name]),
        hash,
        ...SETTLEMENT_COLUMNS.map((name) => (result === null ? '' : result[name])),
        result === null ? '' : sha256(settlementText(hash, result)),
      ].join(','),
    );
  }
  return {
    csv: `${lines.join('\r\n')}\r\n`,
    horizons: scoreRecord(settled).map((scores) =>
      Object.assign(scores, { verdict: 'As the job worded it.' }),
    ),
    rows,
  };
}

const { csv, horizons } = ledger();

async function check(text: string, ticker: string | null = null, shown = horizons): Promise<Recomputed> {
  const result = await recompute({ csv: text, shown: { as_of: AS_OF, horizons: shown }, ticker });
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

test('an untouched record: every figure equal, the chain whole', async () => {
  const result = await check(csv);
  expect(result).toMatchObject({ rows: 60, brokenLinks: [], differences: [] });
  expect(result.figures).toBeGreaterThan(100);
  expect(result.head).toMatch(/^[0-9a-f]{64}$/);
});

test('what is shown is read through JSON, as it comes from the network', async () => {
  const shown = JSON.parse(JSON.stringify(horizons)) as Shown;
  expect((await check(csv, null, shown)).differences).toEqual([]);
});

describe('tampering', () => {
  test('a changed forecast breaks its own link', async () => {
    const changed = edited(10, (cells) => cells.with(cell('high80'), '120'));
    const result = await check(changed);
    expect(result.brokenLinks).toEqual([10]);
    expect(result.differences.length).toBeGreaterThan(0);
  });

  test('a changed outcome breaks its own link', async () => {
    expect((await check(edited(3, (cells) => cells.with(cell('outcome_close'), '99')))).brokenLinks).toEqual([
      3,
    ]);
  });

  test('a removed row breaks the link of the next one', async () => {
    const removed = csv.split('\r\n').toSpliced(20, 1).join('\r\n');
    expect((await check(removed)).brokenLinks).toEqual([20]);
  });

  test('rows in another order break the chain', async () => {
    const lines = csv.split('\r\n');
    const swapped = lines.with(5, lines[6]!).with(6, lines[5]!).join('\r\n');
    expect((await check(swapped)).brokenLinks).toEqual([5, 6, 7]);
  });

  test('an outcome that was taken away shows in the figures', async () => {
    const open = edited(8, (cells) => cells.map((text, i) => (i >= cell('outcome_date') ? '' : text)));
    const result = await check(open);
    expect(result.brokenLinks).toEqual([]);
    expect(result.differences).toContain('/0/n');
  });
});

test('a figure that the page shows wrongly is named', async () => {
  const shown = structuredClone(horizons) as Shown;
  (shown[0] as { pinball_percent: number }).pinball_percent += 1e-9;
  expect((await check(csv, null, shown)).differences).toEqual(['/0/pinball_percent']);
});

test('a sentence that an earlier release worded is no wrong figure', async () => {
  const shown = structuredClone(horizons) as Shown;
  (shown[0] as { verdict: string }).verdict = 'In other words.';
  expect((await check(csv, null, shown)).differences).toEqual([]);
});

test('one listing is compared with its own rows', async () => {
  const spy = horizons[0]!.by_ticker.find(({ name }) => name === 'SPY')!;
  const result = await check(csv, 'SPY');
  expect(result.differences).toContain('/0/n');
  expect(spy.n).toBeLessThan(horizons[0]!.n);
});

test('rows settled after the page was made are not scored', async () => {
  const result = await recompute({
    csv,
    shown: { as_of: '2025-03-01T00:00:00.000Z', horizons },
    ticker: null,
  });
  expect(result.ok && result.value.differences).toContain('/0/n');
  expect(result.ok && result.value.brokenLinks).toEqual([]);
});

test('a text that is no record is refused', async () => {
  const shown = { as_of: AS_OF, horizons };
  for (const text of ['', '<!doctype html>', csv.replace('median', 'mean'), `${csv}1,2,3`]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await recompute({ csv: text, shown, ticker: null })).toEqual({
      ok: false,
      error: { reason: 'unreadable' },
    });
  }
});

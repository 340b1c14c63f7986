/** The performance page: what stops its command, and that the committed one is what the command writes. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BENCH_NAMES, type BenchName, type BenchRun } from '../bench/report/bench-run.ts';
import { BUDGET_IDS, BUDGETS, HELD_BY_TESTS, type Budget } from '../bench/report/budgets.ts';
import { MISSED_REASONS } from '../bench/report/missed-reasons.ts';
import { isWithin, renderPerformancePage } from '../bench/report/performance-page.ts';
import { fromRoot } from '../stack/repository.ts';

const BUDGET: Budget = {
  id: 'F1',
  limit: '≤ 0.2 ms',
  what: 'a forecast',
  bench: 'compute',
  figure: 'forecast',
};

function runsWith(figures: Readonly<Record<string, number>>): Record<BenchName, BenchRun> {
  const run: BenchRun = {
    endedAt: '2026-11-21T16:00:00.000Z',
    machine: '2 × Test, 4 GB, linux',
    loadBefore: 0.4,
    tables: [{ title: 'Calls', rows: { one: { ms: 1 }, two: { KiB: 'a | b' } } }],
    figures,
  };
  return Object.fromEntries(BENCH_NAMES.map((name) => [name, run])) as Record<BenchName, BenchRun>;
}

function render(forecastMs: number, reasons: Readonly<Record<string, string>> = {}): string {
  return renderPerformancePage({
    runs: runsWith({ forecast: forecastMs }),
    budgets: [BUDGET],
    heldByTests: [],
    reasons,
    inShort: 'In short: fast.',
  });
}

describe('the command', () => {
  test('says kept or missed, with the reason', () => {
    expect(render(0.1)).toContain('| F1 | a forecast | ≤ 0.2 ms | 0.1 ms | kept |');
    const missed = render(0.31, { 'a forecast': 'Too many sessions.' });
    expect(missed).toContain('| F1 | a forecast | ≤ 0.2 ms | 0.31 ms | **missed** |');
    expect(missed).toContain('Too many sessions.');
  });

  test('stops at a missed budget without a reason, and at a reason for a kept one', () => {
    expect(() => render(0.31)).toThrow('Missed without a reason: a forecast: 0.31 (≤ 0.2 ms)');
    expect(() => render(0.1, { 'a forecast': 'x' })).toThrow('A reason for what is not missed: a forecast');
  });

  test('stops when a bench did not measure a figure', () => {
    expect(() => render(Number.NaN)).toThrow('measured no "forecast"');
  });

  test('tables have a cell for every column, and a bar does not end one', () => {
    expect(render(0.1)).toContain(
      '|  | ms | KiB |\n| --- | --- | --- |\n| one | 1 |  |\n| two |  | a \\| b |',
    );
  });

  test('judges what it prints: a figure that rounds to its limit is within it', () => {
    expect(isWithin(1.2, '≤ 1.2 ×')).toBe(true);
    expect(isWithin(1.2009, '≤ 1.2 ×')).toBe(true);
    expect(isWithin(1.206, '≤ 1.2 ×')).toBe(false);
    expect(isWithin(4, '< 4 ms')).toBe(false);
    expect(isWithin(0.849, '≥ 0.85 ×')).toBe(false);
  });
});

describe('the list of budgets', () => {
  test('has every row of the design, and no two rows of the same words', () => {
    const ids = new Set([...BUDGETS, ...HELD_BY_TESTS].map(({ id }) => id));
    expect([...ids].sort()).toEqual([...BUDGET_IDS].sort());
    const words = BUDGETS.map(({ what }) => what);
    expect(words.filter((what, i) => words.indexOf(what) !== i)).toEqual([]);
  });

  test('names tests that exist', () => {
    const endings = ['.test.ts', '.test.tsx', '.spec.ts'];
    const missing = HELD_BY_TESTS.filter(
      ({ test: name }) => !endings.some((ending) => existsSync(fromRoot('tests', name + ending))),
    );
    expect(missing).toEqual([]);
  });
});

describe('the committed page', () => {
  const page = readFileSync(fromRoot('docs/performance.md'), 'utf8');
  const lines = page.split('\n');

  test.each(BUDGETS)('$id, $what: one row, judged as the command judges it', ({ id, what, limit }) => {
    const rows = lines.filter((line) => line.startsWith(`| ${id} | ${what} | ${limit} | `));
    expect(rows).toHaveLength(1);
    const [measured = '', verdict = ''] = (rows[0] ?? '').split(' | ').slice(3);
    const isKept = isWithin(Number(measured.split(' ')[0]), limit);
    expect(verdict).toBe(isKept ? 'kept |' : '**missed** |');
    const explained = lines.filter((line) => line.startsWith('- **') && line.includes(what));
    expect(explained.map((line) => line.split('<br>')[1])).toEqual(isKept ? [] : [MISSED_REASONS[what]]);
  });

  test('has no other row, and counts what it shows', () => {
    const verdicts = lines.filter((line) => /\| (?:kept|\*\*missed\*\*) \|$/.test(line));
    expect(verdicts).toHaveLength(BUDGETS.length);
    const kept = verdicts.filter((line) => line.endsWith('| kept |')).length;
    expect(page).toContain(`${kept} of ${BUDGETS.length} measured budgets are kept`);
    for (const { id, what, test: name } of HELD_BY_TESTS)
      expect(lines).toContain(`| ${id} | ${what} | \`${name}\` |`);
  });
});

/** Renders docs/performance.md. Pure: figures in, Markdown out. */
import { BENCH_COMMANDS, BENCH_NAMES, type BenchName, type BenchRun, type BenchTable } from './bench-run.ts';
import type { Budget, HeldByTest } from './budgets.ts';

export interface PerformancePage {
  readonly runs: Readonly<Record<BenchName, BenchRun>>;
  readonly budgets: readonly Budget[];
  readonly heldByTests: readonly HeldByTest[];
  /** By what a budget measures. */
  readonly reasons: Readonly<Record<string, string>>;
  /** What a reader in a hurry should know. */
  readonly inShort: string;
}

/** Throws when a bench lacks a figure, a missed budget has no reason, or a reason has no missed budget. */
export function renderPerformancePage({
  runs,
  budgets,
  heldByTests,
  reasons,
  inShort,
}: PerformancePage): string {
  const judged = budgets.map((budget) => {
    const value = runs[budget.bench].figures[budget.figure];
    if (value === undefined || Number.isNaN(value)) {
      throw new Error(`${BENCH_COMMANDS[budget.bench]} measured no "${budget.figure}".`);
    }
    return { ...budget, value, isKept: isWithin(value, budget.limit) };
  });
  const missed = judged.filter(({ isKept }) => !isKept);
  const unexplained = missed.filter(({ what }) => !(what in reasons));
  const needless = Object.keys(reasons).filter((what) => !missed.some((budget) => budget.what === what));
  if (unexplained.length + needless.length > 0) {
    throw new Error(
      [
        ...unexplained.map(
          ({ what, value, limit }) => `Missed without a reason: ${what}: ${value} (${limit})`,
        ),
        ...needless.map((what) => `A reason for what is not missed: ${what}`),
      ].join('\n'),
    );
  }

  return `${[
    '# Performance',
    `${judged.length - missed.length} of ${judged.length} measured budgets are kept; ${missed.length} are missed, each with its reason below. ${heldByTests.length} more are held by tests of \`npm test\`.`,
    inShort,
    'Ratios carry over to other machines, times do not: candidates took turns within one run, and figures are medians. A load above the number of cores means that something else ran on the machine.',
    'This page is written by `npm run performance` from what the benches measured; do not edit it. A missed budget without a reason in `tests/bench/report/missed-reasons.ts` stops it.',
    '## Budgets',
    markdownTable(
      ['', 'What', 'Limit', 'Measured', 'Verdict'],
      judged.map(({ id, what, limit, value, isKept }) => [
        id,
        what,
        limit,
        measuredText(value, limit),
        isKept ? 'kept' : '**missed**',
      ]),
    ),
    '## Missed, and why',
    missed.length === 0 ? 'None.' : explanations(missed, reasons),
    '## Held by tests',
    markdownTable(
      ['', 'What', 'Test'],
      heldByTests.map(({ id, what, test }) => [id, what, `\`${test}\``]),
    ),
    '## Side by side',
    ...BENCH_NAMES.flatMap((name) => runSection(name, runs[name])),
  ].join('\n\n')}\n`;
}

/** Whether a figure, rounded as it is printed, is within its limit: the page never shows a kept figure beyond it. */
export function isWithin(value: number, limit: Budget['limit']): boolean {
  const [relation, bound = ''] = limit.split(' ');
  const shown = Number(rounded(value));
  if (relation === '≤') return shown <= Number(bound);
  if (relation === '<') return shown < Number(bound);
  return shown >= Number(bound);
}

function measuredText(value: number, limit: Budget['limit']): string {
  const unit = limit.split(' ').slice(2).join(' ');
  return `${rounded(value)} ${unit}`.trim();
}

/** Three significant digits, and one decimal at least. */
function rounded(value: number): string {
  return String(Number(Math.abs(value) >= 100 ? value.toFixed(1) : value.toPrecision(3)));
}

/** A line for each reason, with all that it explains. */
function explanations(missed: readonly Budget[], reasons: PerformancePage['reasons']): string {
  const given = [...new Set(missed.map(({ what }) => reasons[what] ?? ''))];
  return given
    .map((reason) => {
      const explained = missed.filter(({ what }) => reasons[what] === reason);
      const ids = [...new Set(explained.map(({ id }) => id))].join(', ');
      return `- **${ids}** ${explained.map(({ what }) => what).join('; ')}.<br>${reason}`;
    })
    .join('\n');
}

function runSection(name: BenchName, { endedAt, machine, loadBefore, tables }: BenchRun): string[] {
  const date = endedAt.slice(0, 10);
  return [
    `\`${BENCH_COMMANDS[name]}\`, ${date}, ${machine}, load before ${loadBefore}`,
    ...tables.flatMap(({ title, rows }) => [`**${title}**`, tableOf(rows)]),
  ];
}

function tableOf(rows: BenchTable['rows']): string {
  const columns = [...new Set(Object.values(rows).flatMap((cells) => Object.keys(cells)))];
  const cellsOf = (cells: BenchTable['rows'][string]) => columns.map((column) => String(cells[column] ?? ''));
  return markdownTable(
    ['', ...columns],
    Object.entries(rows).map(([name, cells]) => [name].concat(cellsOf(cells))),
  );
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [tableLine(head), tableLine(head.map(() => '---')), ...rows.map(tableLine)].join('\n');
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

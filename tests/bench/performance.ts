/** `npm run performance`: writes docs/performance.md from the last run of every bench on this machine. */
import { writeFileSync } from 'node:fs';
import { fromRoot } from '../stack/repository.ts';
import { BENCH_COMMANDS, BENCH_NAMES, lastRun, type BenchName, type BenchRun } from './report/bench-run.ts';
import { BUDGETS, HELD_BY_TESTS } from './report/budgets.ts';
import { MISSED_REASONS } from './report/missed-reasons.ts';
import { renderPerformancePage } from './report/performance-page.ts';

process.exitCode = main();

function main(): number {
  const runs = Object.fromEntries(BENCH_NAMES.map((name) => [name, lastRun(name)]));
  const absent = BENCH_NAMES.filter((name) => runs[name] === null);
  if (absent.length > 0) {
    console.error(
      `Not measured on this machine yet: ${absent.map((name) => BENCH_COMMANDS[name]).join(', ')}.`,
    );
    return 1;
  }
  const measured = runs as Record<BenchName, BenchRun>;
  try {
    const page = renderPerformancePage({
      runs: measured,
      budgets: BUDGETS,
      heldByTests: HELD_BY_TESTS,
      reasons: MISSED_REASONS,
      inShort: inShort(measured),
    });
    writeFileSync(fromRoot('docs/performance.md'), page);
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    return 1;
  }
  console.log('Wrote docs/performance.md.');
  return 0;
}

function inShort(runs: Readonly<Record<BenchName, BenchRun>>): string {
  const figure = (bench: BenchName, name: string) => runs[bench].figures[name] ?? Number.NaN;
  const peers = (1 / figure('compute', '1250 ÷ @ixjb94/indicators')).toFixed(1);
  const forecastMs = figure('compute', 'forecast, warm').toFixed(2);
  const paintMs = figure('home', 'largest paint').toFixed(0);
  const requests = Math.round(100 * figure('worker', 'columns, requests'));
  const chart = figure('browser', '1Y ÷ bare-uplot').toFixed(1);
  return `In short: the four indicators run ${peers} times as fast as the fastest other package; a forecast of 30 sessions takes ${forecastMs} ms; on a slow phone the home page has its largest paint after ${paintMs} ms; a hit in the Worker’s memory is answered at ${requests} % of the rate of a Worker that does nothing else; switching the range of a whole stock page takes ${chart} times what a single bare chart takes.`;
}

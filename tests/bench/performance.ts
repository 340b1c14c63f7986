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
  try {
    const page = renderPerformancePage({
      runs: runs as Record<BenchName, BenchRun>,
      budgets: BUDGETS,
      heldByTests: HELD_BY_TESTS,
      reasons: MISSED_REASONS,
    });
    writeFileSync(fromRoot('docs/performance.md'), page);
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    return 1;
  }
  console.log('Wrote docs/performance.md.');
  return 0;
}

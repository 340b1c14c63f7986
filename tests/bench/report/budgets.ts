/** The budgets of DESIGN section 12, and two promises of the issues, row by row. */
import type { BenchName } from './bench-run.ts';

/** The rows of DESIGN; `8` is the deep back-test of issue 8, `10` the soak of issue 10. */
export const BUDGET_IDS = [
  ...(['I1', 'I2', 'F1', 'C1', 'C2', 'E1', 'E2', 'E3', 'E4', 'W1', 'W2', 'W3', 'W4'] as const),
  ...(['8', '10'] as const),
];
export type BudgetId = (typeof BUDGET_IDS)[number];

/** A number of a bench with its limit. */
export interface Budget {
  readonly id: BudgetId;
  /** As the page prints it: relation, number, unit. */
  readonly limit: `${'≤' | '<' | '≥'} ${number}${'' | ` ${string}`}`;
  /** What is measured; tells a row from all others. */
  readonly what: string;
  readonly bench: BenchName;
  /** Name of the figure in the bench's run. */
  readonly figure: string;
}

/** A part of a budget that is no number of a bench: a test fails when it is broken. */
export interface HeldByTest {
  readonly id: BudgetId;
  readonly what: string;
  /** Path below `tests/`, without its ending. */
  readonly test: string;
}

const budget = (
  id: BudgetId,
  limit: Budget['limit'],
  what: string,
  bench: BenchName,
  figure: string,
): Budget => ({ id, limit, what, bench, figure });

export const BUDGETS: readonly Budget[] = [
  ...([1250, 10_000] as const).flatMap((n) => [
    budget(
      'I1',
      '≤ 0.5 ×',
      `${n} closes, against @ixjb94/indicators`,
      'compute',
      `${n} ÷ @ixjb94/indicators`,
    ),
    budget(
      'I1',
      '≤ 0.05 ×',
      `${n} closes, against technicalindicators`,
      'compute',
      `${n} ÷ technicalindicators`,
    ),
    budget(
      'I1',
      '≤ 1.2 ×',
      `${n} closes, buffers kept, against one bare fused pass`,
      'compute',
      `${n} kept ÷ bare pass`,
    ),
  ]),
  budget('F1', '≤ 0.2 ms', 'forecast of 500 bars, 30 sessions, warm', 'compute', 'forecast, warm'),
  budget('F1', '≤ 6 ms', 'forecast of 500 bars as the first call of a process', 'compute', 'forecast, cold'),
  budget('F1', '≤ 6 KiB', 'model and coefficients', 'compute', 'forecast, size'),
  ...(['1M', '1Y', 'ALL'] as const).flatMap((range) => [
    budget(
      'C1',
      '≤ 1.25 ×',
      `range switch to ${range}, against bare uPlot`,
      'browser',
      `${range} ÷ bare-uplot`,
    ),
    budget('C1', '≤ 0.2 ×', `range switch to ${range}, against Recharts`, 'browser', `${range} ÷ recharts`),
  ]),
  budget(
    'C1',
    '≤ 0',
    'charts made anew by a switch of range, listing or theme',
    'browser',
    'charts made anew',
  ),
  budget('C2', '≤ 28 KiB', 'chart code with uPlot', 'sizes', 'charts'),
  budget(
    'E1',
    '≥ 0.85 ×',
    'memory hit, columns: requests a second of a bare Worker',
    'worker',
    'columns, requests',
  ),
  budget('E1', '≤ 1.2 ×', 'memory hit, columns: CPU of a bare Worker', 'worker', 'columns, CPU'),
  budget('E1', '≥ 0.85 ×', 'memory hit, specified shape: requests a second', 'worker', 'specified, requests'),
  budget('E1', '≤ 1.2 ×', 'memory hit, specified shape: CPU', 'worker', 'specified, CPU'),
  budget('E1', '≤ 1 ×', '304: CPU of a bare Worker’s whole answer', 'worker', '304, CPU'),
  budget(
    'E2',
    '≤ 1.3 ×',
    'KV hit: CPU of a bare Worker that streams KV with the same headers',
    'worker',
    'KV hit, CPU, same headers',
  ),
  budget(
    'E2',
    '≤ 1.3 ×',
    'KV hit: CPU of a bare Worker that streams KV with a content type alone',
    'worker',
    'KV hit, CPU',
  ),
  budget('E2', '< 4 ms', 'cold path, columns of 1250 bars: CPU', 'worker', 'cold columns, CPU'),
  budget('E2', '< 4 ms', 'cold path, specified shape of 1250 bars: CPU', 'worker', 'cold specified, CPU'),
  budget('E3', '≤ 3 ms', 'decode and analyse 1250 bars, warm', 'compute', 'decode and analyse'),
  budget('E4', '≤ 60 KiB', 'Worker script', 'sizes', 'Worker script'),
  budget('W1', '≤ 78 KiB', 'home page before its own chunk', 'sizes', 'Home: entry'),
  budget(
    'W1',
    '≤ 105 KiB',
    '/prediction before charts, cards and sign-in code',
    'sizes',
    'Stock page: entry and page',
  ),
  budget('W1', '≤ 30 KiB', 'sign-in code', 'sizes', 'Sign-in code (Firebase)'),
  budget(
    'W2',
    '≤ 1.15 ×',
    'home on a slow phone: largest paint, against the same HTML without script',
    'home',
    'largest paint ÷ plain',
  ),
  budget('W2', '< 1000 ms', 'home on a slow phone: largest paint in time', 'home', 'largest paint'),
  budget(
    'W2',
    '≤ 0.7 ×',
    '/prediction signed in: chart painted, against a page gated by the SDK',
    'prediction',
    'chart painted ÷ gated',
  ),
  budget('W3', '≤ 100 ms', 'slowest of 20 range switches, CPU 4×', 'browser', 'slow, range switch'),
  budget('W3', '≤ 100 ms', 'slowest of 4 switches of listing, CPU 4×', 'browser', 'slow, listing switch'),
  budget('W3', '≤ 0', 'tasks over 50 ms in 20 range switches, CPU 4×', 'browser', 'slow, long tasks'),
  budget('W3', '≤ 0', 'layout shift of the pages that Lighthouse sees', 'lighthouse', 'layout shift'),
  budget(
    'W4',
    '≥ 99',
    'Lighthouse performance, lowest of the public pages',
    'lighthouse',
    'public, performance',
  ),
  budget(
    'W4',
    '≥ 95',
    'Lighthouse performance, /prediction signed in',
    'lighthouse',
    '/prediction, performance',
  ),
  budget('W4', '≥ 100', 'Lighthouse accessibility, lowest of all', 'lighthouse', 'accessibility'),
  budget('W4', '≥ 100', 'Lighthouse best practices, lowest of all', 'lighthouse', 'best practices'),
  ...([1250, 5000] as const).map((bars) =>
    budget(
      '8',
      '≤ 0',
      `deep back-test of ${bars} bars: tasks over 50 ms on the page`,
      'browser',
      `back-test ${bars}, long tasks`,
    ),
  ),
  budget('10', '≤ 0', 'broken promises P1 to P7 in ten minutes of random faults', 'soak', 'broken promises'),
  budget('10', '≤ 24 MB', 'memory of the runtime, last quarter against the third', 'soak', 'memory growth'),
];

export const HELD_BY_TESTS: readonly HeldByTest[] = [
  {
    id: 'I2',
    what: 'TA-Lib’s values to 1e-9, nothing before its first index',
    test: 'compute/indicators/values',
  },
  { id: 'C1', what: 'small sparklines are SVG paths', test: 'web/chart/sparkline' },
  { id: 'E3', what: 'columns of 1250 real bars are at most 14 KiB', test: 'contract/columns-size' },
  { id: 'W1', what: 'a guest’s home page asks for no sign-in code', test: 'e2e/auth-session' },
  { id: 'W1', what: 'no popup resolver before the click', test: 'web/session/firebase-auth' },
  { id: 'W3', what: 'nothing moves while the stock page loads', test: 'e2e/stock-states' },
];

/** Shared by the benches: medians, alternating rounds, a slow phone, and tables. */
import { cpus, loadavg } from 'node:os';
import type { BrowserContextOptions, Page } from 'playwright';

/** The median, or the upper one of two middle values; `NaN` for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which `share` (0…1) of the values lie, rounded up; `NaN` for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

export interface Table {
  readonly title: string;
  readonly rows: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
}

/**
 * Prints the tables in Markdown, or as JSON after `--json`, and the machine's load: a load above its number of cores spoils
 * times.
 */
export function printTables(tables: readonly Table[]): void {
  const load = (loadavg()[0] ?? Number.NaN).toFixed(1);
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ load: Number(load), cores: cpus().length, tables }, null, 2));
    return;
  }
  for (const { title, rows } of tables) {
    const columns = Object.keys(Object.values(rows)[0] ?? {});
    const lines = Object.entries(rows).map(([name, row]) => [name, ...columns.map((column) => row[column])]);
    const rule = ['', ...columns].map(() => '---');
    console.log(`\n${title}\n`);
    for (const line of [['', ...columns], rule, ...lines]) console.log(`| ${line.join(' | ')} |`);
  }
  console.log(`\nLoad over the last minute ${load} on ${cpus().length} cores.`);
}

/** A function to time. Its result is kept, so that no call can be optimised away. */
export type Candidate = readonly [name: string, run: () => unknown];

const ROUNDS = 15;
const SLICE_MS = 12;

/**
 * Median milliseconds per call for each candidate, warm. In every round each candidate runs for a slice of time, in rotating
 * order, so that a slow minute of the machine affects all of them.
 */
export function rotatedRounds(candidates: readonly Candidate[]): Map<string, number> {
  const calls = candidates.map(([, run]) => callsPerSlice(run));
  const times = candidates.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < candidates.length; turn++) {
      const i = (turn + round) % candidates.length;
      times[i]!.push(timeCalls(candidates[i]![1], calls[i]!));
    }
  }
  return new Map(candidates.map(([name], i) => [name, median(times[i]!)]));
}

/** Warms up and returns how many calls fill a slice. */
function callsPerSlice(run: () => unknown): number {
  for (let calls = 1; ; calls *= 2) {
    const total = timeCalls(run, calls) * calls;
    if (total > SLICE_MS) return Math.max(1, Math.round((calls * SLICE_MS) / total));
  }
}

let lastResult: unknown;

function timeCalls(run: () => unknown, calls: number): number {
  const start = performance.now();
  for (let i = 0; i < calls; i++) lastResult = run();
  const elapsed = performance.now() - start;
  if (lastResult === performance) throw new Error('unreachable: keeps the results alive');
  return elapsed / calls;
}

/** Lighthouse's slow 4G, in Chromium's units. */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};
export const CPU_SLOWDOWN = 4;

export const SLOW_PHONE: BrowserContextOptions = {
  viewport: { width: 375, height: 812 },
  isMobile: true,
  serviceWorkers: 'block',
};

/** Slows a page's network and processor to those of a slow phone. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** What a bench measured: printed for whoever runs it, and kept for `npm run performance`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../../stack/repository.ts';

/** Every bench, in the order of the page, with the command that runs it. */
export const BENCH_COMMANDS = {
  compute: 'npm run bench -- compute',
  worker: 'npm run bench -- worker',
  sizes: 'npm run bench -- sizes',
  browser: 'npm run bench -- browser',
  home: 'npm run bench -- home',
  prediction: 'npm run bench -- prediction',
  lighthouse: 'npm run lighthouse',
  soak: 'npm run soak',
} as const;

export type BenchName = keyof typeof BENCH_COMMANDS;
export const BENCH_NAMES = Object.keys(BENCH_COMMANDS) as BenchName[];

/** One table; a cell that a row lacks stays empty. */
export interface BenchTable {
  readonly title: string;
  readonly rows: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
}

export interface Measured {
  readonly tables: readonly BenchTable[];
  /** Single numbers by name, for the budgets. */
  readonly figures: Readonly<Record<string, number>>;
}

export interface BenchRun extends Measured {
  /** Instant of the end, ISO. */
  readonly endedAt: string;
  readonly machine: string;
  /** Processes that wanted the processor in the minute before: above the number of cores the machine was not quiet. */
  readonly loadBefore: number;
}

const FOLDER = 'dist/figures';

/** Begins a run. Call what it returns with what was measured: it prints the tables and keeps all of it. */
export function startRun(name: BenchName): (measured: Measured) => void {
  const loadBefore = loadavg()[0] ?? Number.NaN;
  return (measured) => {
    for (const { title, rows } of measured.tables) {
      console.log(title);
      console.table(rows);
    }
    const run: BenchRun = {
      endedAt: new Date().toISOString(),
      machine: machineText(),
      loadBefore: Number(loadBefore.toFixed(1)),
      ...measured,
    };
    mkdirSync(fromRoot(FOLDER), { recursive: true });
    writeFileSync(fileOf(name), `${JSON.stringify(run, null, 2)}\n`);
  };
}

/** The last run of a bench on this machine, `null` when it was never run. */
export function lastRun(name: BenchName): BenchRun | null {
  return existsSync(fileOf(name)) ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as BenchRun) : null;
}

function fileOf(name: BenchName): string {
  return fromRoot(join(FOLDER, `${name}.json`));
}

function machineText(): string {
  const processors = cpus();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${memoryGb} GB, ${process.platform}`;
}

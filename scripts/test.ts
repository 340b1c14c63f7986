/** `npm test`: everything that CI runs. Ends with one line: what ran, the seconds of each step, and how to repeat a failed one. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fromRoot } from './stack/repository.ts';

interface Step {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What its reporter wrote; absent for steps without tests. */
  readonly readTests?: () => TestReport;
}

interface TestReport {
  readonly tests: number;
  readonly files: number;
  /** Arguments that repeat only what failed. */
  readonly repeatArgs: string;
}

interface Outcome {
  readonly step: Step;
  readonly seconds: number;
  readonly passed: boolean;
}

const UNIT_REPORT = 'dist/test/unit.json';
const BROWSER_REPORT = 'dist/test/browser.json';

/** One stage after the other; the steps of a stage run at the same time. */
const STAGES: readonly (readonly Step[])[] = [
  [{ name: 'chromium', script: 'chromium' }],
  [
    { name: 'check', script: 'check' },
    { name: 'build and size', script: 'size' },
  ],
  [
    {
      name: 'unit',
      script: 'test:unit',
      args: ['--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`],
      readTests: readUnitReport,
    },
  ],
  [
    {
      name: 'browser',
      script: 'test:e2e',
      args: ['--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: fromRoot(BROWSER_REPORT) },
      readTests: readBrowserReport,
    },
  ],
];

process.exitCode = await main();

async function main(): Promise<number> {
  const startedMs = performance.now();
  const outcomes: Outcome[] = [];
  for (const file of [UNIT_REPORT, BROWSER_REPORT]) rmSync(fromRoot(file), { force: true });
  for (const stage of STAGES) {
    outcomes.push(...(await Promise.all(stage.map((step) => run(step, stage.length > 1)))));
    if (outcomes.some(({ passed }) => !passed)) break;
  }
  console.log(`\n${summary(outcomes, (performance.now() - startedMs) / 1000)}`);
  return outcomes.every(({ passed }) => passed) ? 0 : 1;
}

/** Runs an npm script. Its output is shown as it comes, or at its end where another step runs beside it. */
function run(step: Step, isBuffered: boolean): Promise<Outcome> {
  const startedMs = performance.now();
  const child = spawn('npm', ['run', '--silent', step.script, '--', ...(step.args ?? [])], {
    cwd: fromRoot(),
    env: { ...process.env, ...step.env },
    stdio: ['ignore', isBuffered ? 'pipe' : 'inherit', isBuffered ? 'pipe' : 'inherit'],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve({ step, seconds: (performance.now() - startedMs) / 1000, passed: code === 0 });
    });
  });
}

function summary(outcomes: readonly Outcome[], seconds: number): string {
  const reports = outcomes.map(({ step }) => step.readTests?.() ?? null);
  const total = (key: 'files' | 'tests') =>
    reports.reduce((sum, report) => sum + (report?.[key] ?? 0), 0).toLocaleString('en');
  const steps = outcomes.map((outcome) => `${outcome.step.name} ${outcome.seconds.toFixed(0)} s`).join(', ');
  const ran = `${total('tests')} tests in ${total('files')} files, ${seconds.toFixed(0)} s (${steps})`;
  const failed = outcomes.flatMap(({ step, passed }, index) =>
    passed
      ? []
      : [`${step.name} failed, run it alone with: npm run ${step.script}${reports[index]?.repeatArgs ?? ''}`],
  );
  return failed.length === 0 ? `All passed: ${ran}.` : `${failed.join('; ')} · ${ran}.`;
}

function readReport<T>(file: string): T | null {
  return existsSync(fromRoot(file)) ? (JSON.parse(readFileSync(fromRoot(file), 'utf8')) as T) : null;
}

function readUnitReport(): TestReport {
  const report = readReport<{
    numTotalTests: number;
    testResults: { name: string; status: string }[];
  }>(UNIT_REPORT);
  if (report === null) return { tests: 0, files: 0, repeatArgs: '' };
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  const files = failed.map(({ name }) => ` ${relative(fromRoot(), name)}`).join('');
  return {
    tests: report.numTotalTests,
    files: report.testResults.length,
    repeatArgs: files && ` --${files}`,
  };
}

function readBrowserReport(): TestReport {
  const report = readReport<{
    stats: { expected: number; unexpected: number; flaky: number };
    suites: { file: string }[];
  }>(BROWSER_REPORT);
  if (report === null) return { tests: 0, files: 0, repeatArgs: '' };
  const { expected, unexpected, flaky } = report.stats;
  return {
    tests: expected + unexpected + flaky,
    files: new Set(report.suites.map(({ file }) => file)).size,
    repeatArgs: ' -- --last-failed',
  };
}

/** `npm test`: everything that CI runs. Ends with one line: each step's seconds, or the failed step and how to run it alone. */
import { spawn } from 'node:child_process';
import { fromRoot } from './stack/repository.ts';

interface Step {
  readonly name: string;
  readonly script: string;
  /** Arguments that repeat only what failed. */
  readonly repeatArgs?: string;
}

interface Outcome {
  readonly step: Step;
  readonly seconds: number;
  readonly passed: boolean;
}

/** Stages run one after the other; the steps of a stage run concurrently. */
const STAGES: readonly (readonly Step[])[] = [
  [{ name: 'chromium', script: 'chromium' }],
  [
    { name: 'check', script: 'check' },
    { name: 'build and size', script: 'size' },
  ],
  [{ name: 'unit', script: 'test:unit' }],
  [{ name: 'browser', script: 'test:e2e', repeatArgs: ' -- --last-failed' }],
];

process.exitCode = await main();

async function main(): Promise<number> {
  const startedMs = performance.now();
  const outcomes: Outcome[] = [];
  for (const stage of STAGES) {
    outcomes.push(...(await Promise.all(stage.map((step) => run(step, stage.length > 1)))));
    if (outcomes.some(({ passed }) => !passed)) break;
  }
  const failed = outcomes.filter(({ passed }) => !passed);
  const verdict = failed.map(
    ({ step }) => `${step.name} failed, run it alone with: npm run ${step.script}${step.repeatArgs ?? ''}`,
  );
  const times = outcomes.map(({ step, seconds }) => `${step.name} ${seconds.toFixed(0)} s`);
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(`\n${verdict.join('; ') || 'All passed'}: ${seconds.toFixed(0)} s (${times.join(', ')}).`);
  return failed.length === 0 ? 0 : 1;
}

/** Runs an npm script. Output is shown as it arrives, or at the end if another step runs concurrently. */
function run(step: Step, isBuffered: boolean): Promise<Outcome> {
  const startedMs = performance.now();
  const child = spawn('npm', ['run', '--silent', step.script], {
    cwd: fromRoot(),
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

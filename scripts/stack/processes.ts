import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot, REPOSITORY_ROOT } from './repository.ts';

/** Time for a process to end after SIGTERM, before its whole group is killed. */
const GRACE_MS = 3_000;
/** Time for the members of a killed group to disappear. */
const REAP_MS = 2_000;
/** How many last lines of output to keep, to explain an early exit. */
const KEPT_LINES = 30;

interface ProcessSpec {
  /** For messages: "the Auth emulator". */
  readonly name: string;
  /** A Node script, absolute. */
  readonly script: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called with every line of output. */
  readonly onLine?: (line: string) => void;
}

export interface RunningProcess {
  readonly name: string;
  /** Resolves with one paragraph (how it ended, last output) once the process ends by itself or is stopped. */
  readonly ended: Promise<string>;
  /**
   * Ends the process and everything it started: sends SIGTERM, and kills the group after `graceMs`. Safe to call twice, and
   * after the process has ended.
   */
  readonly stop: (graceMs?: number) => Promise<void>;
}

/**
 * Starts a Node script as leader of its own process group, so that Ctrl-C in the terminal does not reach it, and `stop` reaches
 * everything it started.
 */
export function startProcess(spec: ProcessSpec): RunningProcess {
  const child = spawn(process.execPath, [spec.script, ...spec.args], {
    cwd: spec.cwd ?? REPOSITORY_ROOT,
    env: {
      ...process.env,
      // Builds started by the child must find this Node and this checkout's tools.
      PATH: `${fromRoot('node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      ...spec.env,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > KEPT_LINES) lastLines.shift();
      spec.onLine?.(line);
    });
  }

  const ended = new Promise<string>((resolve) => {
    child.once('error', (cause) => resolve(`${spec.name} could not be started: ${cause.message}`));
    child.once('close', (code, signal) =>
      resolve([`${spec.name} ended (${signal ?? `exit code ${code}`}).`, ...lastLines].join('\n')),
    );
  });

  const { pid } = child;
  if (pid !== undefined) {
    // If this process crashes, nothing else ends the group.
    const endGroup = () => void signalGroup(pid, 'SIGKILL');
    process.once('exit', endGroup);
    child.once('close', () => process.off('exit', endGroup));
  }

  return { name: spec.name, ended, stop: (graceMs = GRACE_MS) => stopGroup(pid, ended, graceMs) };
}

async function stopGroup(leader: number | undefined, ended: Promise<string>, graceMs: number): Promise<void> {
  if (leader === undefined) return;
  signalGroup(leader, 'SIGTERM');
  await Promise.race([ended, sleep(graceMs, undefined, { ref: false })]);
  // A member may outlive its leader.
  signalGroup(leader, 'SIGKILL');
  await pollUntil(() => !signalGroup(leader, 0), { everyMs: 20, timeoutMs: REAP_MS });
}

/** Sends a signal to every process of the group; 0 only checks. False if the group is gone. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw cause;
  }
}

const POLL_MS = 150;
const ATTEMPT_TIMEOUT_MS = 2_000;
/** Enough for a cold build and a cold runtime on a slow machine. */
const READY_TIMEOUT_MS = 180_000;

/** Waits until `url` responds with 2xx. Throws if `server` ends first (with its last output) or after three minutes. */
export async function waitUntilReady(url: string, server: RunningProcess): Promise<void> {
  let death: string | undefined;
  void server.ended.then((how) => (death = how));
  const isReady = await pollUntil(
    () => {
      if (death !== undefined) throw new Error(death);
      return responds(url);
    },
    { everyMs: POLL_MS, timeoutMs: READY_TIMEOUT_MS },
  );
  if (!isReady)
    throw new Error(`${server.name} did not respond at ${url} within ${READY_TIMEOUT_MS / 1000} s.`);
}

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Calls `isDone` every `everyMs` until it is true. False if `timeoutMs` pass first. */
export async function pollUntil(
  isDone: () => boolean | Promise<boolean>,
  { everyMs, timeoutMs }: { readonly everyMs: number; readonly timeoutMs: number },
): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(everyMs)) {
    if (await isDone()) return true;
  }
  return false;
}

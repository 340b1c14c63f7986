import { pollUntil } from './poll-until.ts';
import type { RunningProcess } from './processes.ts';

const POLL_MS = 150;
const ATTEMPT_TIMEOUT_MS = 2_000;
/** A cold build and a cold runtime on a slow machine fit in this. */
const READY_TIMEOUT_MS = 180_000;

/**
 * Waits until `url` answers with a 2xx. Throws when `server` ends first (with its last output) or after three minutes.
 */
export async function waitUntilAnswers(url: string, server: RunningProcess): Promise<void> {
  let death: string | undefined;
  void server.ended.then((how) => (death = how));
  const isReady = await pollUntil(
    () => {
      if (death !== undefined) throw new Error(death);
      return answers(url);
    },
    { everyMs: POLL_MS, timeoutMs: READY_TIMEOUT_MS },
  );
  if (!isReady)
    throw new Error(`${server.name} did not answer on ${url} within ${READY_TIMEOUT_MS / 1000} s.`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

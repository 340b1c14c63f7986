/** Runs the schedule locally, as cron triggers do for a deployment and `wrangler dev` does not. */

/** The shortest interval of a cron trigger. */
const EVERY_MS = 60_000;

/** Runs a local Worker server's schedule at once and then every minute, until `signal` is aborted. */
export function startSchedule(
  workerOrigin: string,
  onLine: (line: string) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const run = async () => {
    try {
      const { status } = await fetch(`${workerOrigin}/cdn-cgi/local/scheduled`, { signal });
      if (status !== 200) onLine(`The scheduled run failed with an error (status ${status}).`);
    } catch (cause) {
      // `stack.ts` reports a server that ended.
      if (!signal.aborted) onLine(`The scheduled run could not be started: ${String(cause)}`);
    }
  };
  void run();
  const timer = setInterval(run, EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

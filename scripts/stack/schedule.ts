/** What the platform's cron triggers do for a deployment, and `wrangler dev` does not. */

/** As often as a cron trigger can run. */
const EVERY_MS = 60_000;

/** Runs the schedule of a local Worker server at once and then every minute, until `signal` is aborted. */
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
      // A server that is gone is reported by whoever watches it.
      if (!signal.aborted) onLine(`The scheduled run could not be started: ${String(cause)}`);
    }
  };
  void run();
  const timer = setInterval(run, EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

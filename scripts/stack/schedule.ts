/** What the platform's cron triggers do for a deployment, and `wrangler dev` does not. */

/** How often a deployment could at most. */
const EVERY_MS = 60_000;

/** Runs the schedule of a local Worker server at once and every minute. Returns a function that ends it. */
export function startSchedule(workerOrigin: string, onLine: (line: string) => void): () => void {
  const abort = new AbortController();
  const run = async () => {
    try {
      const { status } = await fetch(`${workerOrigin}/cdn-cgi/local/scheduled`, { signal: abort.signal });
      if (status !== 200) onLine(`The scheduled run failed with an error (status ${status}).`);
    } catch (cause) {
      // A server that is gone is reported by whoever watches it.
      if (!abort.signal.aborted) onLine(`The scheduled run could not be started: ${String(cause)}`);
    }
  };
  void run();
  const timer = setInterval(run, EVERY_MS);
  return () => {
    clearInterval(timer);
    abort.abort();
  };
}

/** A follower of a running call waits this long, then makes its own (fault matrix, pipeline step 3). */
const FOLLOWER_WAIT_MS = 2500;

export type WaitUntil = (work: Promise<unknown>) => void;

/**
 * Runs at most one call per key at a time in this isolate; later callers share its outcome. The call is handed to the
 * leader's `waitUntil`: otherwise the runtime cancels it when the leader's client disconnects, and every follower hangs.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Promise<T>>();

  async run(key: string, waitUntil: WaitUntil, call: () => Promise<T>): Promise<T> {
    const running = this.#flights.get(key);
    if (running !== undefined) return follow(running, call);
    const flight = call().finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    this.#flights.set(key, flight);
    waitUntil(flight.catch(() => undefined));
    return flight;
  }
}

async function follow<T>(running: Promise<T>, call: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const impatience = new Promise<'waited'>((resolve) => {
    timer = setTimeout(resolve, FOLLOWER_WAIT_MS, 'waited');
  });
  try {
    const first = await Promise.race([running.then((value) => ({ value })), impatience]);
    return first === 'waited' ? await call() : first.value;
  } finally {
    clearTimeout(timer);
  }
}

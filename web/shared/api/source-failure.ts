/** Whether a source of the server has failed since this page was opened. Without React: the client of the API notes it. */
let hasFailed = false;
const listeners = new Set<() => void>();

/** Notes that a response came without its source. */
export function noteSourceFailure(): void {
  if (hasFailed) return;
  hasFailed = true;
  for (const listener of listeners) listener();
}

export function hasSourceFailed(): boolean {
  return hasFailed;
}

/** Calls back at the first failure; returns a function that stops it. */
export function onSourceFailure(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

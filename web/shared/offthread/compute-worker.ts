/** The worker of the maths. In a file of its own, because the app's entry opens it and its client belongs to later code. */
let opened: Worker | null = null;

function open(): Worker {
  return new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module' });
}

/** Opens it before anybody has a job for it: its script loads and compiles beside the page's own. */
export function openComputeWorkerEarly(): void {
  try {
    opened = open();
    // The client opens another one.
    opened.addEventListener('error', () => (opened = null));
  } catch {
    // No workers here: the client runs the maths in the page.
  }
}

/** Throws where the platform has no workers or refuses one. */
export function openComputeWorker(): Worker {
  const worker = opened ?? open();
  opened = null;
  return worker;
}

/** Opens the worker that runs `compute`. A separate file, because the app's entry opens it and its client loads later. */
let opened: Worker | null = null;

function open(): Worker {
  return new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module' });
}

/** Opens the worker before there is a job, so that its script loads alongside the page's. */
export function openComputeWorkerEarly(): void {
  try {
    opened = open();
    // The client then opens a new one.
    opened.addEventListener('error', () => (opened = null));
  } catch {
    // Without workers the client runs `compute` in the page.
  }
}

/** Takes the worker opened early, or opens one. Throws if the platform has no workers or refuses one. */
export function openComputeWorker(): Worker {
  const worker = opened ?? open();
  opened = null;
  return worker;
}

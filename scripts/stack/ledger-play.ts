import { runLedgerJob, type LedgerJob } from '../../worker/ledger/job.ts';

const DAY_MS = 86_400_000;

/** UTC times of day at which the job is played: after a coin’s day has ended, after Asia’s close, and after New York’s in any season. */
const RUN_TIMES_MS = [40 * 60_000, 10 * 3_600_000, 22 * 3_600_000] as const;

interface Played {
  readonly job: Omit<LedgerJob, 'now' | 'listingsPerRun'>;
  /** What the job's source reads as the present; the play moves it. */
  readonly clock: { ms: number };
  /** First and last instant, epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly onMonth?: ((month: string) => void) | undefined;
}

/** A play has no processor time to keep to. */
const LISTINGS_PER_RUN = 100;
export const PLAYED_EVENTS_PER_STEP = 5000;

/** Plays the ledger's job through a stretch of time, as often a day as it takes to miss no session. Resolves with the checks made. */
export async function playLedger({ job, clock, fromMs, toMs, onMonth }: Played): Promise<number> {
  let checks = 0;
  const now = () => clock.ms;
  for (let dayMs = fromMs - (fromMs % DAY_MS); dayMs <= toMs; dayMs += DAY_MS) {
    const day = new Date(dayMs).toISOString();
    if (day.slice(8, 10) === '01') onMonth?.(day.slice(0, 7));
    for (const timeMs of RUN_TIMES_MS.map((ms) => dayMs + ms)) {
      if (timeMs < fromMs || timeMs > toMs) continue;
      clock.ms = timeMs;
      for (let checked = 1; checked > 0; checks += checked)
        checked = await runLedgerJob({ ...job, listingsPerRun: LISTINGS_PER_RUN, now });
    }
  }
  return checks;
}

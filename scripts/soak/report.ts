import { median, printTables } from '../bench/measure.ts';
import { FORBIDDEN_MARK, type SoakRequest } from './requests.ts';
import type { SoakResponse } from './promises.ts';
import type { KvAudit } from './unreliable-kv.ts';
import type { UnreliableVendor } from './unreliable-vendor.ts';

/** Allowed growth from the third quarter of a run to the fourth. */
const MAX_GROWTH_MB = 24;
const MAX_SHOWN = 20;

export interface Soak {
  /** Sends a request to an isolate, checks the response, and records what it served. */
  ask(isolate: string, request: SoakRequest): Promise<SoakResponse | null>;
  /** Listings that each isolate has served (promise P1). */
  readonly shown: ReadonlyMap<string, Set<string>>;
  readonly broken: string[];
  readonly statuses: Map<number, number>;
  readonly tookMs: number[];
  lastEtag: string | null;
}

interface SoakRun {
  readonly soak: Soak;
  readonly seen: UnreliableVendor['seen'];
  readonly audit: KvAudit;
  /** The runtime's resident memory, once a second. */
  readonly memoryMb: readonly number[];
  /** Whether the run was long enough to show a leak. */
  readonly isJudged: boolean;
  readonly title: string;
}

/** Prints the run's results. Returns the exit status: 1 if a promise was broken or memory grew. */
export function report({ soak, seen, audit, memoryMb, isJudged, title }: SoakRun): number {
  const broken = [
    ...soak.broken,
    ...(audit.deletes > 0 ? [`P2 ${audit.deletes} entries were deleted`] : []),
    ...seen.doubled.map((path) => `P4 requested twice at once: ${path}`),
    ...[...seen.paths, ...audit.touched]
      .filter((path) => path.includes(FORBIDDEN_MARK))
      .map((path) => `P5 invalid input was passed on: ${path}`),
  ];
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const size = memoryMb.length / 4;
    return median(memoryMb.slice(Math.floor(quarter * size), Math.floor((quarter + 1) * size)));
  });
  const growthMb = (quarters[3] ?? 0) - (quarters[2] ?? 0);
  const hasGrown = isJudged && growthMb > MAX_GROWTH_MB;

  const tookMs = soak.tookMs.toSorted((a, b) => a - b);
  const quantile = (share: number) => (tookMs[Math.floor((tookMs.length - 1) * share)] ?? 0).toFixed(1);
  printTables([
    {
      title,
      rows: inColumn({
        'responses by status': `${tookMs.length}: ${table(soak.statuses)}`,
        'response time, ms': `p50 ${quantile(0.5)}, p99 ${quantile(0.99)}, longest ${quantile(1)}`,
        'calls to the vendor': `${seen.calls}; faults: ${table(seen.faults)}`,
        KV: `${audit.reads} reads, ${audit.writes} writes, ${audit.faults} faults, ${audit.keys.length} entries`,
        'memory, median by quarter, MB': quarters.map((mb) => mb.toFixed(1)).join(', '),
      }),
    },
  ]);
  console.log(broken.length === 0 ? 'P1 to P7 kept' : `BROKEN ${broken.length}`);
  for (const line of broken.slice(0, MAX_SHOWN)) console.log(`  ${line}`);
  if (hasGrown) console.log(`Memory grew by ${growthMb.toFixed(1)} MB`);
  if (!isJudged) console.log('Memory is judged only in runs of 6 minutes or more.');
  return broken.length === 0 && !hasGrown ? 0 : 1;
}

/** Counts as text, highest first. */
function table(counts: ReadonlyMap<string | number, number>): string {
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function inColumn(values: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { measured: value }]));
}

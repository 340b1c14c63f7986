import type { Candles, Session } from '#compute';
import type { IntradaySnapshot } from './market-data.ts';

type Parts = IntradaySnapshot['parts'];

/** A part of a session and when it begins, epoch seconds. */
export interface PartStart {
  readonly part: Parts[number]['part'];
  readonly startSeconds: number;
}

/** One bar per interval from rows in time order, which may be finer, or begin within an interval as a running bar does. */
export function barsOfInterval(rows: Candles, intervalSeconds: number): IntradaySnapshot['bars'] {
  const time: number[] = [];
  const open: number[] = [];
  const high: number[] = [];
  const low: number[] = [];
  const close: number[] = [];
  const volume: number[] = [];
  rows.time.forEach((instant, row) => {
    const start = Math.floor(instant / intervalSeconds) * intervalSeconds;
    if (start !== time.at(-1)) {
      time.push(start);
      open.push(rows.open[row] ?? 0);
    }
    const bar = time.length - 1;
    high[bar] = Math.max(high[bar] ?? 0, rows.high[row] ?? 0);
    low[bar] = Math.min(low[bar] ?? Infinity, rows.low[row] ?? 0);
    close[bar] = rows.close[row] ?? 0;
    volume[bar] = (volume[bar] ?? 0) + (rows.volume[row] ?? 0);
  });
  return { time, open, high, low, close, volume };
}

/** When the parts of a session begin. */
export function partStarts({ pre, regular, post }: Session): readonly PartStart[] {
  return [
    ...(pre === null ? [] : [{ part: 'pre' as const, startSeconds: pre.startSeconds }]),
    { part: 'regular', startSeconds: regular.startSeconds },
    ...(post === null ? [] : [{ part: 'post' as const, startSeconds: post.startSeconds }]),
  ];
}

/** Assigns each bar to the part that began last before it; bars before every known part are regular ones. */
export function sessionParts(times: readonly number[], starts: readonly PartStart[]): Parts {
  const ordered = starts.toSorted((a, b) => a.startSeconds - b.startSeconds);
  const runs: { part: PartStart['part']; from: number; to: number }[] = [];
  let begun = 0;
  let runBegun = 0;
  times.forEach((time, bar) => {
    while ((ordered[begun]?.startSeconds ?? Infinity) <= time) begun += 1;
    const run = runs.at(-1);
    if (run !== undefined && runBegun === begun) {
      run.to = bar + 1;
      return;
    }
    runs.push({ part: ordered[begun - 1]?.part ?? 'regular', from: bar, to: bar + 1 });
    runBegun = begun;
  });
  return runs;
}

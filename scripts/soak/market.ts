import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Listings that trade every day, so that the cache refreshes each every minute; few enough to stay in memory. */
export const TICKERS: readonly string[] = Array.from({ length: 40 }, (_, index) => `SOAK${index}-USD`);

const BARS = 300;
const DAY_MS = 86_400_000;

/** The last close in dollars; different for each listing, so that mix-ups show. */
export function lastPrice(ticker: string): number {
  return 100 + TICKERS.indexOf(ticker);
}

/** Writes every listing's daily bars up to yesterday as `TICKER.csv`; resolves with the folder. */
export async function writeMarket(nowMs: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-soak-'));
  await Promise.all(
    TICKERS.map((ticker) => writeFile(join(folder, `${ticker}.csv`), csv(lastPrice(ticker), nowMs))),
  );
  return folder;
}

function csv(last: number, nowMs: number): string {
  const rows = Array.from({ length: BARS }, (_, index) => {
    const daysAgo = BARS - index;
    const date = new Date(nowMs - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const close = (last * (1 + 0.05 * Math.sin((daysAgo - 1) / 9))).toFixed(2);
    return [date, close, Number(close) + 1, Number(close) - 1, close, 1000 + index].join(',');
  });
  return ['date,open,high,low,close,volume', ...rows, ''].join('\n');
}

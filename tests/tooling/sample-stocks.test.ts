import { expect, it } from 'vitest';
import { onSampleDay } from '../../vite.sample-picture.ts';

const SYMBOLS = ['AAPL', 'TSLA', 'MSFT', 'GOOGL', 'AMZN', 'META', 'NVDA', 'AMD', 'NFLX', 'COIN'];
/** Sessions behind the size of a daily move, and moves of the 30-day trend. */
const SESSIONS = 60;
const TREND_MOVES = 29;

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

function sampleStock(symbol: string) {
  const { listing, candles } = onSampleDay(symbol);
  const closes = candles.close.slice(-SESSIONS - 1);
  const moves = Array.from(closes.slice(1), (close, index) => 100 * Math.log(close / closes[index]!));
  const mean = moves.reduce((sum, move) => sum + move, 0) / SESSIONS;
  const variance = moves.reduce((sum, move) => sum + (move - mean) ** 2, 0) / (SESSIONS - 1);
  const [before = 0, last = 0] = closes.slice(-2);
  return {
    symbol,
    name: listing.companyName,
    basePrice: rounded(before, 2),
    volatility: rounded(Math.sqrt(variance), 2),
    trend: rounded((100 * Math.log(last / closes.at(-1 - TREND_MOVES)!)) / TREND_MOVES, 2),
    change: rounded(100 * (last / before - 1), 4),
  };
}

it('the home page’s stocks match the sample market on the day of its illustration (update with vitest -u)', async () => {
  await expect(`${JSON.stringify(SYMBOLS.map(sampleStock), null, 2)}\n`).toMatchFileSnapshot(
    '../../web/features/home/sample-stocks.json',
  );
});

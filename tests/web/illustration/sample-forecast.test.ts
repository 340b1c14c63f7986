import { forecast } from '#compute';
import { expect, it } from 'vitest';
import { onSampleDay } from './sample-day.ts';

const HISTORY_BARS = 90;
/** Sessions ahead at which the picture has a point: dense where the range opens, sparse where it is nearly straight. */
const STEPS = [1, 2, 3, 5, 7, 10, 13, 17, 21, 25, 30];
const BOUNDS = ['price', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'] as const;

/** A tenth of a dollar is a third of a pixel in the picture. */
function rounded(price: number): number {
  return Math.round(price * 10) / 10;
}

function samplePicture() {
  const { listing, candles } = onSampleDay('AAPL');
  const made = forecast({ candles, horizonDays: 30, calendar: listing.calendar });
  if (!made.ok) throw new Error(made.error.reason);
  return {
    ticker: listing.symbol,
    companyName: listing.companyName,
    date: made.value.baseDate,
    lastPrice: candles.close.at(-1),
    closes: Array.from(candles.close.slice(-HISTORY_BARS), rounded),
    steps: STEPS,
    ...Object.fromEntries(
      BOUNDS.map((bound) => [bound, STEPS.map((step) => rounded(made.value.points[step - 1]![bound]))]),
    ),
  };
}

it('the home page’s illustration matches the sample market and the current model (update with vitest -u)', async () => {
  await expect(`${JSON.stringify(samplePicture())}\n`).toMatchFileSnapshot(
    '../../../web/shared/illustration/sample-forecast.json',
  );
});

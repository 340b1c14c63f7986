// @vitest-environment node
import { absenceText, formatFor, type ForecastAbsence } from '#compute';
import { expect, test } from 'vitest';
import { listingData, sampleResponse } from './sample-response.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

test.each<[string, ForecastAbsence, string]>([
  ['no longer trades', { reason: 'not_trading' }, 'OLD no longer trades.'],
  [
    'is too young',
    { reason: 'short_history', needBars: 60, gotBars: 1 },
    'OLD has only 1 finished session; a forecast needs at least 60.',
  ],
  [
    'stands still',
    { reason: 'set_price', isStill: true },
    'On most days this price doesn’t change. A range would only describe silence.',
  ],
  [
    'has a set price',
    { reason: 'set_price', isStill: false },
    'This price is set, not found: on half of all days it moves by less than 0.04%.',
  ],
  [
    'is an option',
    { reason: 'not_forecast', coverage80: null },
    'Candor forecasts shares, funds, indices, currencies, coins and futures.',
  ],
  [
    'missed its ranges',
    { reason: 'not_forecast', coverage80: 0.52 },
    'In its own past the 80% range held 52%. We don’t show it.',
  ],
])('a listing that %s says so, with its last trade', async (_, absence, text) => {
  const data = await listingData(sampleResponse('OLD', 1), 7);
  expect(absenceText(US, { ...data, absence })).toBe(`${text} Last trade: Nov 20, 2026.`);
});

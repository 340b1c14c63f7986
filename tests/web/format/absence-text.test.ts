// @vitest-environment node
import { formatFor, type ForecastAbsence } from '#compute';
import { expect, test } from 'vitest';
import { absenceText } from '../../../web/shared/format/absence-text.ts';
import { listingData, sampleResponse } from '../stock/sample-response.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

test.each([
  ['not_trading', 'OLD no longer trades.'],
  ['short_history', 'OLD has only 1 finished session; a forecast needs at least 60.'],
  ['set_price', 'OLD’s price is set, not found by trading, so there is nothing to forecast.'],
  ['not_forecast', 'The model doesn’t cover this kind of listing.'],
])('a listing that is %s says so, with its last trade', async (absence, text) => {
  const data = await listingData(sampleResponse('OLD', 1), 7);
  expect(absenceText(US, { ...data, absence: absence as ForecastAbsence })).toBe(
    `${text} Last trade: Nov 20, 2026.`,
  );
});

// @vitest-environment node
import { expect, test } from 'vitest';
import { oneOfEachLabel } from '#web/features/workbench/chart/chart-texts.ts';

test('facts with the same label are joined, since a week may have several dividends or forecasts', () => {
  expect(
    oneOfEachLabel([
      { label: 'Date', value: 'Fri, Nov 20', isPlain: true },
      { label: 'Dividend', value: '$0.25' },
      { label: 'Your 7-day forecast', value: 'open' },
      { label: 'Dividend', value: '$1.00' },
    ]),
  ).toEqual([
    { label: 'Date', value: 'Fri, Nov 20', isPlain: true },
    { label: 'Dividend', value: '$0.25; $1.00' },
    { label: 'Your 7-day forecast', value: 'open' },
  ]);
});

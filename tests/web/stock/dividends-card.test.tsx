import { formatFor, type CorporateActions, provenanceParts } from '#compute';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { priceEvents } from '#web/shared/charts/price-events.ts';
import { listingData, sampleResponse } from './sample-response.ts';
import { DividendsCard } from '#web/features/stock/report/dividends-card.tsx';

afterEach(cleanup);

const US = formatFor({ region: 'us', clock: 'exchange' });

const NONE: CorporateActions = { dividends: [], splits: [] };
/** The sample response's history runs from 2025-09-21 to 2026-11-20, with closes around 100. */
const PAID: CorporateActions = {
  dividends: ['2025-10-10', '2026-01-09', '2026-04-10', '2026-07-10', '2026-10-09'].map((date) => ({
    date,
    amount: 0.5,
  })),
  splits: [{ date: '2026-06-01', numerator: 10, denominator: 1 }],
};

async function card(actions: CorporateActions, bars = 426) {
  const data = await listingData({ ...sampleResponse('AAPL', bars), corporate_actions: actions }, 7);
  return { data, view: render(<DividendsCard data={data} actions={actions} />) };
}

describe('DividendsCard', () => {
  test('lists events, newest first, with amounts and ratios', async () => {
    await card(PAID);
    const rows = screen
      .getAllByRole('listitem')
      .map((row) => Array.from(row.children, (cell) => cell.textContent));
    expect(rows.map(([, kind]) => kind)).toEqual([
      'Dividend',
      'Dividend',
      'Split',
      'Dividend',
      'Dividend',
      'Dividend',
    ]);
    expect(rows[0]).toEqual(['Oct 9, 2026', 'Dividend', '$0.50']);
    expect(rows[2]).toEqual(['Jun 1, 2026', 'Split', '10 for 1']);
  });

  test('shows the 12-month yield, and the total return of ranges with dividends', async () => {
    const { data } = await card(PAID);
    const price = data.candles.close.at(-1) ?? Number.NaN;
    expect(screen.getByText(/^12-month yield/).textContent).toContain(US.percent((4 * 0.5 * 100) / price));
    const table = within(screen.getByRole('table'));
    expect(table.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
      '3M',
      '6M',
      '1Y',
      'ALL',
    ]);
    const [threeMonths] = table.getAllByRole('row').slice(1);
    const [, shownPrice, shownTotal] = Array.from(threeMonths?.children ?? [], (cell) => cell.textContent);
    expect(shownPrice).toBe(US.percent(data.analysis.performance['3M'] ?? Number.NaN, { signed: true }));
    expect(shownTotal).not.toBe(shownPrice);
  });

  test('says in a sentence that there were no events', async () => {
    await card(NONE);
    expect(screen.getByText('No dividends or splits since Sep 21, 2025.')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('collapses all but the last two events, and the returns', async () => {
    const monthly = Array.from({ length: 14 }, (_, i) => ({
      date: `202${5 + Math.floor((i + 9) / 12)}-${String(((i + 9) % 12) + 1).padStart(2, '0')}-15`,
      amount: 0.1,
    }));
    await card({ dividends: monthly, splits: [] });
    expect(screen.getByText('12 earlier, plus returns with dividends')).toBeDefined();
  });
});

test('the price chart’s marks are at their sessions, splits first, and none is outside', () => {
  const dates = Float64Array.from({ length: 5 }, (_, i) => Date.UTC(2026, 5, 1 + i) / 1000);
  const actions = {
    dividends: ['2026-05-28', '2026-06-02', '2026-06-09'].map((date) => ({ date, amount: 0.2575 })),
    splits: ['2026-05-01', '2026-06-03', '2026-07-01'].map((date) => ({
      date,
      numerator: 1,
      denominator: 8,
    })),
  };
  expect(priceEvents(US, dates, actions, 'USD')).toEqual([
    { index: 2, letter: 'S', label: 'Split', value: '1 for 8' },
    { index: 1, letter: 'D', label: 'Dividend', value: '$0.2575' },
  ]);
});

test.each([
  ['2018-06-01', 'Recorded prices, in-sample forecast'],
  ['2022-06-01', 'Recorded prices'],
])('a recording of %s names its source "%s"', (date, name) => {
  const response = { ...sampleResponse('AAPL'), as_of: `${date}T21:00:00Z`, prices: 'recorded' } as const;
  expect(provenanceParts(US, response, Date.parse('2026-11-20T21:05:00Z'))[0]).toBe(name);
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderPage, setUpPages } from '#support/web/page-setup.tsx';
import '#support/web/patience.ts';
import { ForecastsPage } from '#web/features/ledger/forecasts-page.tsx';
import {
  daysUntil,
  forecastsFile,
  isStale,
  parseForecastsView,
  shownRows,
  sortParam,
  type ForecastRow,
} from '#web/features/ledger/forecasts-view.ts';

interface Made {
  readonly settled?: number;
  readonly held?: number;
  readonly name: string;
  readonly currency?: string;
  readonly move?: number;
  readonly asLarge?: number;
  readonly up?: number;
  readonly signal?: 'BUY' | 'HOLD' | 'SELL';
  readonly earnings?: string;
}

function listing(
  ticker: string,
  {
    settled = 40,
    held = 0.8,
    name,
    currency = 'USD',
    move = 1,
    asLarge = 400,
    up = 0.3,
    signal = 'HOLD',
    earnings,
  }: Made,
): ForecastRow {
  return {
    ticker,
    last_session: '2026-11-20',
    reason: null,
    record: { n: settled, from: '2026-01-05', coverage80: { value: held, low: held - 0.1, high: 0.99 } },
    forecast: {
      company_name: name,
      currency,
      source: 'sample',
      base_date: '2026-11-20',
      base_close: 100,
      made_at: '2026-11-20T21:40:00.000Z',
      move_percent: move,
      move_rarity: { sessions: 1000, as_large: asLarge },
      signal,
      results: earnings === undefined ? null : { date: earnings, status: 'estimated', plus_minus_days: 3 },
      horizons: ([1, 7, 14, 30] as const).map((days) => ({
        horizon_days: days,
        target_date: days === 1 ? '2026-11-23' : '2026-12-02',
        median: 100,
        low80: 100 - days,
        low95: 100 - 2 * days,
        high80: 100 + days,
        probability_up: 0.5,
        probability_buy: up,
        probability_sell: 0.2,
        width_rank: 0.83,
      })),
    },
  };
}

const ROWS: readonly ForecastRow[] = [
  listing('AAPL', { name: 'Apple Inc.', move: -4, asLarge: 25, signal: 'BUY', earnings: '2027-01-28' }),
  listing('SAP.DE', { name: 'SAP SE', currency: 'EUR', up: 0.45 }),
  { ticker: 'NEW', forecast: null, last_session: null, reason: 'short_history', record: null },
  listing('KO', {
    name: 'The Coca-Cola Company',
    asLarge: 700,
    up: 0.1,
    signal: 'SELL',
    earnings: '2026-11-26',
  }),
];

const view = parseForecastsView;
const tickers = (rows: readonly ForecastRow[]) => rows.map(({ ticker }) => ticker);

test('the URL holds horizon, order and filters, and invalid values are dropped', () => {
  const sort = { key: 'up', direction: 'ascending' } as const;
  expect(view(`?days=1&sort=${sortParam(sort)}&signal=BUY&q=app`)).toEqual({
    horizonDays: 1,
    sort,
    signal: 'BUY',
    text: 'app',
  });
  expect(view('?days=8&sort=price-up&signal=MAYBE')).toEqual({
    horizonDays: 7,
    sort: null,
    signal: null,
    text: '',
  });
});

test.each([
  ['', ['AAPL', 'SAP.DE', 'NEW', 'KO']],
  ['?sort=move-down', ['AAPL', 'SAP.DE', 'KO', 'NEW']],
  ['?sort=move-up', ['KO', 'SAP.DE', 'AAPL', 'NEW']],
  ['?sort=up-down', ['SAP.DE', 'AAPL', 'KO', 'NEW']],
  ['?sort=ticker-up', ['AAPL', 'KO', 'NEW', 'SAP.DE']],
  ['?sort=earnings-up', ['KO', 'AAPL', 'SAP.DE', 'NEW']],
  ['?signal=SELL', ['KO']],
  ['?q=coca', ['KO']],
  ['?q=sap', ['SAP.DE']],
])('the list at "%s" has %o, rows without a value last', (search, expected) => {
  expect(tickers(shownRows(ROWS, view(search)))).toEqual(expected);
});

test('the share of ranges that held sorts by its interval, those of few forecasts last', () => {
  const rows = [
    listing('ONE', { name: 'One', settled: 1, held: 1 }),
    listing('AAPL', { name: 'Apple Inc.', settled: 269, held: 0.86 }),
    listing('KO', { name: 'Coca-Cola', settled: 269, held: 0.88 }),
  ];
  expect(tickers(shownRows(rows, view('?sort=record-down')))).toEqual(['KO', 'AAPL', 'ONE']);
});

test('a forecast is stale once the next session’s close is more than a day past', () => {
  const { forecast } = ROWS[0]!;
  expect(isStale(forecast!, Date.UTC(2026, 10, 25))).toBe(false);
  expect(isStale(forecast!, Date.UTC(2026, 10, 25) + 1)).toBe(true);
});

test('earnings are today from midnight in New York, not in UTC', () => {
  const days = ['2026-11-27T01:30Z', '2026-11-27T05:00Z', '2026-11-28T04:59Z', '2026-11-28T05:00Z'];
  expect(days.map((at) => daysUntil('2026-11-27', Date.parse(at)))).toEqual([1, 0, 0, -1]);
});

test('the file has a row for each listing, with empty cells without a forecast', async () => {
  const [head, first, , absent] = await forecastsFile(shownRows(ROWS, view('')), 7).rows();
  expect(head?.slice(0, 3)).toEqual(['ticker', 'company', 'currency']);
  expect(first?.slice(0, 5)).toEqual([
    'AAPL',
    'Apple Inc.',
    'USD',
    '2026-11-20',
    { prices: [100], quoted: expect.objectContaining({ ticker: 'AAPL' }) },
  ]);
  expect(absent).toEqual(['NEW', ...Array.from({ length: (head?.length ?? 0) - 1 }, () => null)]);
});

describe('the page', () => {
  setUpPages();
  const asked: string[] = [];
  let rows = ROWS;
  beforeEach(() => {
    asked.length = 0;
    rows = ROWS;
    history.replaceState(null, '', '/forecasts');
    vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
      asked.push(String(input));
      const days = Number(new URL(String(input), 'https://candor.test').searchParams.get('days'));
      const asOf = '2026-11-20T21:40:00.000Z';
      return Response.json({ ledger: 'sample', as_of: asOf, horizon_days: days, rows });
    });
  });

  const shown = () =>
    screen.getAllByRole('rowheader').map((head) => within(head).getByRole('link').textContent);

  test('a column header sorts, announces it and updates the URL; filters narrow the list', async () => {
    renderPage(<ForecastsPage />);
    await screen.findByRole('table');
    expect(screen.getByText('Sample market: simulated prices')).toBeDefined();
    expect(shown()).toEqual(['AAPL', 'SAP.DE', 'NEW', 'KO']);
    fireEvent.click(screen.getByRole('button', { name: 'Last move' }));
    expect(shown()).toEqual(['AAPL', 'SAP.DE', 'KO', 'NEW']);
    expect(screen.getByRole('columnheader', { name: /Last move/ }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await waitFor(() => expect(location.search).toBe('?sort=move-down'));
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: '' } });
    await waitFor(() => expect(location.search).toBe(''));
    fireEvent.click(screen.getByRole('button', { name: 'Last move' }));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter' }), { target: { value: 'apple' } });
    expect(shown()).toEqual(['AAPL']);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter' }), { target: { value: 'zzz' } });
    expect(screen.getByText('No listings match. Clear the filter or choose another signal.')).toBeDefined();
  });

  test('each row shows its listing’s state, and opens to show its ranges', async () => {
    renderPage(<ForecastsPage />);
    await screen.findByRole('table');
    const row = (ticker: string) => screen.getByRole('row', { name: new RegExp(`^${ticker}`) });
    expect(row('SAP.DE').textContent).toContain('€93.00 to €107.00');
    expect(row('SAP.DE').textContent).toContain('32 of 40');
    expect(row('AAPL').textContent).toContain('once in 40 sessions');
    expect(row('NEW').textContent).toContain('No forecast: fewer than 60 sessions of history.');
    fireEvent.click(screen.getByRole('button', { name: 'AAPL ranges' }));
    expect(screen.getByRole('button', { name: 'AAPL ranges' }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('$70.00 to $130.00')).toBeDefined();
    expect(screen.getByText('1 in 10: a loss of 7.0% or more by Dec 2. 1 in 40: 14.0%.')).toBeDefined();
  });

  test('an empty ledger says so, instead of asking for another filter', async () => {
    rows = [];
    renderPage(<ForecastsPage />);
    expect(await screen.findByText('This site’s ledger doesn’t include any listings.')).toBeDefined();
    expect(screen.queryByText(/No listings match/)).toBeNull();
  });

  test('another horizon is fetched once', async () => {
    renderPage(<ForecastsPage />);
    await screen.findByRole('table');
    fireEvent.click(screen.getByRole('button', { name: '30 days' }));
    expect(await screen.findAllByText('$70.00 to $130.00')).toHaveLength(2);
    expect(asked).toEqual(['/api/forecasts?days=7', '/api/forecasts?days=30']);
  });

  test('a long list renders a screenful, more near its end, and everything in print', async () => {
    rows = Array.from({ length: 60 }, (_, i) => listing(`T${i}`, { name: `Listing ${i}` }));
    let comesNear: (() => void) | undefined;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
          comesNear = () => report([{ isIntersecting: true }]);
        }
        observe() {}
        disconnect() {}
      },
    );
    renderPage(<ForecastsPage />);
    await screen.findByRole('table');
    const first = shown().length;
    expect(first).toBeLessThan(60);
    act(() => comesNear?.());
    expect(shown().length).toBeGreaterThan(first);
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(shown()).toHaveLength(60);
  });
});

import type { AlertEvent, DatesResponse, QuoteReady } from '#worker/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Header } from '#web/app/header.tsx';
import { SignedInTasks } from '#web/app/signed-in-tasks.tsx';
import { TodayPage } from '#web/features/today/today-page.tsx';
import { settlingOn } from '#web/features/today/forecast-cards.tsx';
import { TriggeredAlertNote } from '#web/shared/alerts/triggered-note.tsx';
import { alertEventsAtom, markRead, recordEvents } from '#web/shared/user/alert-events.ts';
import { exchangeToday } from '#web/shared/user/forecast-journal.ts';
import type { WatchlistItem } from '#web/shared/user/watchlist.ts';
import { NOT_STARTED, syncProgressAtom } from '#web/shared/sync/account-sync.ts';
import { adasTab, openProvider, renderSignedIn, setUpPages, mediaQuery } from '#support/web/page-setup.tsx';
import { edit, replaceWatchlist } from '#support/web/user-store.ts';
import { ownRanges, record, replaceJournal } from '../user/journal-entries.ts';
import { above, item, ready } from '../user/quotes.ts';

const { provider } = setUpPages();

/** The server's data; a test may change it before it opens the page. */
const server = {
  quotes: {} as Record<string, Partial<QuoteReady>>,
  failed: [] as string[],
  dates: [] as DatesResponse['dates'],
  due: 0,
  datesCalls: 0,
  unwatched: [] as { key: string; reason: string }[],
};

beforeEach(async () => {
  Object.assign(server, { quotes: {}, failed: [], dates: [], due: 0, datesCalls: 0, unwatched: [] });
  await (await openProvider()).signOut();
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    const tickers = url.searchParams.get('tickers')?.split(',') ?? [];
    switch (url.pathname) {
      case '/api/quotes': {
        const quotes = tickers.map((ticker) =>
          server.failed.includes(ticker)
            ? {
                status: 'failed',
                requested_ticker: ticker,
                error: 'The data source isn’t responding.',
                code: 'upstream_unavailable',
              }
            : ready(ticker, server.quotes[ticker]),
        );
        return Response.json({ horizon_days: 7, quotes, due: 0 });
      }
      case '/api/dates':
        server.datesCalls += 1;
        return Response.json({ dates: server.dates, due: server.due });
      case '/api/me/alerts':
        return Response.json({
          push_public_key: null,
          check_seconds: 300,
          unwatched: server.unwatched,
        });
      default:
        return url.pathname.startsWith('/api/')
          ? Response.json({ error: 'No.', code: 'upstream_unavailable' }, { status: 503 })
          : provider().fetch(input, init);
    }
  };
});

async function open(...items: WatchlistItem[]) {
  edit(adasTab(), replaceWatchlist(items));
  const page = await renderSignedIn(<TodayPage />);
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  return page;
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const lines = (name: string) =>
  card(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const fired = (ticker: string, at: string, is_read: boolean): AlertEvent => ({
  alert: `${ticker} price above 100`,
  ticker,
  rule: { on: 'price', direction: 'above', value: 100 },
  session: '2026-11-20',
  direction: 'above',
  level: 100,
  previous: 99,
  value: 101,
  price: 101,
  currency: 'USD',
  exchange_timezone: 'America/New_York',
  at,
  source: 'yahoo',
  is_read,
});

it('explains what will be here while there is nothing', async () => {
  await open();
  expect(screen.getByText('Nothing to report yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Build your watchlist' }).getAttribute('href')).toBe('/watchlist');
});

it('lists triggered alerts, newest first, and marks them read on every device', async () => {
  const events = new Map([
    ['old', fired('KO', '2026-11-18T20:00:00.000Z', true)],
    ['first', fired('AAPL', '2026-11-19T20:00:00.000Z', false)],
    ['second', fired('NVDA', '2026-11-20T20:00:00.000Z', false)],
  ]);
  edit(adasTab(), recordEvents(events));
  await open();
  const name = 'Triggered alerts';
  expect(lines(name).slice(0, 2)).toEqual([
    expect.stringMatching(/^NVDA rose to or above \$100\.00\. New\$101\.00 · Nov 20, 15:00 New York/),
    expect.stringMatching(/^AAPL/),
  ]);
  await waitFor(() =>
    expect(
      adasTab()
        .get(alertEventsAtom)
        .every(([, event]) => event.is_read),
    ).toBe(true),
  );
  // They stay new for the whole visit.
  expect(card(name).getAllByText('New')).toHaveLength(2);
  expect(screen.getByText(/^2 new alerts/)).toBeTruthy();
});

it('a triggered alert is shown for some seconds on any page, and stays counted at Today until it is read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  edit(adasTab(), recordEvents(new Map([['key', fired('AAPL', '2026-11-19T20:00:00.000Z', false)]])));
  await renderSignedIn(
    <>
      <Header />
      <SignedInTasks isIdle />
    </>,
  );
  expect(await screen.findByText('AAPL rose to or above $100.00.')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(8000));
  expect(screen.queryByText(/^AAPL rose/)).toBeNull();
  expect(await screen.findByRole('link', { name: 'Today, 1 unread' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Open menu ?, 1 unread$/ })).toBeTruthy();
  act(() => void edit(adasTab(), markRead(new Set(['key']))));
  act(() => void fireEvent.focus(window));
  expect(screen.getByRole('link', { name: 'Today' })).toBeTruthy();
});

it('with large text on a phone only the number of triggered alerts is shown', async () => {
  vi.stubGlobal('matchMedia', (query: string) => mediaQuery(query === '(width < 18em)'));
  const event = fired('AAPL', '2026-11-19T20:00:00.000Z', false);
  edit(adasTab(), recordEvents(new Map(Object.entries({ first: event, second: event }))));
  await renderSignedIn(<SignedInTasks isIdle />);
  expect(await screen.findByText('2 alerts triggered.')).toBeTruthy();
  expect(screen.queryByText(/^AAPL rose/)).toBeNull();
});

it('a notification opens the listing, where a banner describes its event', async () => {
  const events = new Map([['key', fired('AAPL', '2026-11-19T20:00:00.000Z', false)]]);
  edit(adasTab(), recordEvents(events));
  await renderSignedIn(<TriggeredAlertNote eventKey="key" />);
  const note = await screen.findByRole('status');
  expect(note.textContent).toMatch(/^AAPL rose to or above \$100\.00\$101\.00 · Nov 19, 15:00 New York/);
});

it.each([
  ['the account has not answered yet', {}, /^Checking for new alerts, no forecasts due/],
  [
    'the account cannot be reached',
    { phase: 'unreachable' },
    /^Couldn’t check for new alerts, no forecasts due/,
  ],
  ['the account has none', { phase: 'synced', syncedAtMs: 1 }, /^No new alerts, no forecasts due/],
] as const)('while %s says so, and nothing else about new alerts', async (_, report, text) => {
  const { store } = await open(item('KO'));
  act(() => store.set(syncProgressAtom, { ...NOT_STARTED, ...report }));
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryAllByText(/^No new alerts, /)).toHaveLength('syncedAtMs' in report ? 1 : 0);
});

it('names the reason why a listing has no price', async () => {
  server.failed = ['KO'];
  await open(item('KO'));
  await waitFor(() =>
    expect(lines('Watchlist moves')).toEqual([expect.stringContaining('The data source isn’t responding.')]),
  );
});

it('says that due forecasts could not be checked, not that none have settled', async () => {
  edit(adasTab(), replaceJournal([record({ outcome: null })]));
  await open(item('KO'));
  expect(await screen.findByText(/Couldn’t check the forecasts that are due\./)).toBeTruthy();
});

it('waits for dates that the server is still looking up', async () => {
  server.due = 1;
  await open(item('KO'));
  await waitFor(() => expect(server.datesCalls).toBeGreaterThan(0));
  expect(screen.queryByText(/No upcoming dividend or earnings dates/)).toBeNull();
});

it('labels the whole page if its figures are simulated', async () => {
  const label = 'Sample market: simulated prices';
  server.quotes = { KO: { source: 'yahoo' } };
  await open(item('KO'));
  await screen.findByText('$100.00');
  expect(screen.queryByText(label)).toBeNull();
  edit(adasTab(), replaceJournal([record({ source: 'sample' })]));
  cleanup();
  await open(item('KO'));
  expect(await screen.findByText(label)).toBeTruthy();
});

it('shows the rarest move first, each with how often it happens', async () => {
  server.quotes = {
    KO: { move_rarity: { sessions: 1000, as_large: 400 } },
    NVDA: { move_rarity: { sessions: 1000, as_large: 25 }, day_change_percent: 4.1 },
    IPO: { move_rarity: null },
  };
  await open(item('KO'), item('IPO'), item('NVDA'));
  await waitFor(() => expect(lines('Watchlist moves')[0]).toMatch(/^NVDA/));
  expect(lines('Watchlist moves')).toEqual([
    expect.stringMatching(/: once in 40 sessions\.$/),
    expect.stringMatching(/^KO.*: as large in 4 of 10 sessions\.$/),
    expect.stringMatching(/^IPO.*: not enough history/),
  ]);
  expect(screen.getByText(/Most unusual move for its own history: NVDA, \+4\.10%\.$/)).toBeTruthy();
});

it('an alert names its currency before the listing has loaded', async () => {
  server.quotes = {};
  await open(item('KO', [{ rule: above(100), currency: 'JPY' }]));
  expect(lines('Your alerts')[0]).toMatch(/^KO rises to ¥100/);
});

it('describes each alert, and says which one is not active yet', async () => {
  server.unwatched = [{ key: 'KO signal', reason: 'pending' }];
  await open(item('KO', [{ rule: above(100) }, { rule: { on: 'signal' } }]));
  await waitFor(() => expect(lines('Your alerts')[1]).toContain('not active yet'));
  expect(lines('Your alerts')).toEqual([
    'KO rises to $100.00 or above Active, each time.Current price $100.00',
    'KO’s model signal changesnot active yet Active, each time.Current price $100.00',
  ]);
  expect(card('Your alerts').getByText(/about every 5 minutes/)).toBeTruthy();
  expect(card('Your alerts').getByText(/Push notifications aren’t set up/)).toBeTruthy();
});

it('says when and at what an alert triggered; a removed one comes back as it was', async () => {
  const rule = { on: 'day_change', direction: 'above', value: 2 } as const;
  const event = { ...fired('KO', '2026-11-20T20:00:00.000Z', true), alert: 'KO day_change above 2', rule };
  edit(adasTab(), recordEvents(new Map([['key', event]])));
  await open(item('KO', [{ rule, once: 'triggered' }]));
  const state =
    /^KO is up 2\.00% or more on the day Triggered Nov 20, 15:00 New York at \$101\.00, no longer active\./;
  await waitFor(() => expect(lines('Your alerts')).toEqual([expect.stringMatching(state)]));
  fireEvent.click(card('Your alerts').getByRole('button', { name: /^Remove alert: KO is up/ }));
  expect(card('Your alerts').queryAllByRole('listitem')).toHaveLength(0);
  fireEvent.click(card('Your alerts').getByRole('button', { name: 'Undo' }));
  expect(lines('Your alerts')).toEqual([expect.stringMatching(state)]);
  fireEvent.click(card('Your alerts').getByRole('button', { name: 'Set again' }));
  expect(lines('Your alerts')[0]).toMatch(/Active, once\. Last triggered Nov 20/);
});

it('distinguishes confirmed dates from estimated ones, with their accuracy', async () => {
  const next = { date: '2026-12-03', status: 'estimated', plus_minus_days: 4, n: 11 } as const;
  const confirmed = { date: '2026-11-27', status: 'confirmed', plus_minus_days: 0, n: 0 } as const;
  server.dates = [
    { requested_ticker: 'KO', dividend: next, results: { source: 'sec', past: [], next: confirmed } },
  ];
  await open(item('KO'));
  await waitFor(() => expect(lines('Upcoming dates')).toHaveLength(2));
  expect(lines('Upcoming dates')).toEqual([
    expect.stringMatching(/^KO earnings on Fri, Nov 27 confirmed/),
    expect.stringMatching(
      /^KO ex-dividend date, expected Thu, Dec 3 ±4 days estimated.*9 in 10 of 11 past estimates/,
    ),
  ]);
});

it('opens five of many alerts and six of many dates, and gives no card to what is empty', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const dateOf = (ticker: string, days: number): DatesResponse['dates'][number] => ({
    requested_ticker: ticker,
    dividend: { date: inDays(days), status: 'estimated', plus_minus_days: 4, n: 11 },
    results: null,
  });
  server.dates = [1, 2, 3, 4, 5, 6, 7, 13, 15].map((days) => dateOf(`T${days}`, days));
  const events = Array.from({ length: 38 }, (_, n) => fired(`T${n}`, '2026-11-19T20:00:00.000Z', false));
  edit(adasTab(), recordEvents(new Map(events.map((event) => [event.ticker, event]))));
  await open(item('KO'));
  expect(card('Triggered alerts').getByText('33 more')).toBeTruthy();
  const upcoming = within(await screen.findByRole('region', { name: 'Upcoming dates' }));
  expect(upcoming.getByText('3 later')).toBeTruthy();
  for (const name of ['Forecasts due to settle', 'Your latest settled forecasts'])
    expect(screen.queryByRole('region', { name })).toBeNull();
});

it('collapses moves that are not unusual', async () => {
  server.quotes = {
    KO: { move_rarity: { sessions: 1000, as_large: 101 } },
    NVDA: { move_rarity: { sessions: 1000, as_large: 100 } },
  };
  await open(item('KO'), item('NVDA'));
  const summary = await screen.findByText('1 more, not unusual');
  expect(lines('Watchlist moves')[0]).toMatch(/^NVDA.*Nov 20:/);
  expect(summary.parentElement?.textContent).toMatch(/KO/);
});

it('shows the forecasts due to settle and the latest settled ones', async () => {
  const today = exchangeToday(record(), Date.now());
  edit(
    adasTab(),
    replaceJournal([record(), record({ base_date: '2026-01-06', target_date: today, outcome: null })]),
  );
  await open(item('AAPL'));
  expect(lines('Forecasts due to settle')).toEqual([expect.stringMatching(/^AAPL: .*95.* to .*107/)]);
  expect(lines('Your latest settled forecasts')).toEqual([
    expect.stringMatching(/^AAPL, 1 day to Jan 6 insideRange .* to .*, closed at .*\.$/),
  ]);
  // Its prices cannot be loaded here, so no placeholder stays.
  const settled = screen.getByRole('region', { name: 'Your latest settled forecasts' });
  await waitFor(() => expect(settled.querySelector('[data-skeleton]')).toBeNull());
});

it('shows an own range in the row of the model’s, or in a row of its own', async () => {
  const due = { base_date: '2026-01-06', target_date: exchangeToday(record(), Date.now()), outcome: null };
  edit(adasTab(), replaceJournal([record(), record(due)]));
  const settled = { ticker: 'AAPL', own_low: 103, own_high: 106, outcome: record().outcome };
  const ranges = ownRanges([settled, { ...due, ticker: 'AAPL' }, { ...settled, ticker: 'KO', own_low: 99 }]);
  edit(adasTab(), replaceJournal(ranges, 'own_range'));
  await open(item('AAPL'));
  expect(lines('Forecasts due to settle')).toEqual([
    expect.stringMatching(/^AAPL: \$95.00 to \$107.00.*80% range from Jan 6; your range \$98.00 to \$104.00/),
  ]);
  expect(lines('Your latest settled forecasts')).toEqual([
    expect.stringMatching(/^KO, 1 day to Jan 6 model inside, yours inside/),
    'AAPL, 1 day to Jan 6 model inside, yours outsideRange $95.00 to $107.00, closed at $102.00; your range $103.00 to $106.00.',
  ]);
});

it.each([
  ['New York', 'America/New_York', '2026-11-25T03:00Z', false],
  ['New York', 'America/New_York', '2026-11-25T05:00Z', true],
  ['Tokyo', 'Asia/Tokyo', '2026-11-24T15:00Z', true],
  ['Tokyo', 'Asia/Tokyo', '2026-11-24T14:59Z', false],
])('a forecast for a session in %s falls due by that city’s date (%s at %s)', (_, zone, now, isDue) => {
  const entry = record({ target_date: '2026-11-25', exchange_timezone: zone, outcome: null });
  expect(settlingOn([entry], Date.parse(now))).toHaveLength(isDue ? 1 : 0);
});

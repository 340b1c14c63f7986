/** Every time on screen uses the clock that the user chose; a session keeps its date. */
import { renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Article, IntradayResponse } from '#worker/contract';
import { memberSince } from '#web/features/profile/profile-page.tsx';
import { totalsText } from '#web/features/ledger/ledger-words.ts';
import { Freshness } from '#web/features/stock/load-state.tsx';
import { ForecastCard } from '#web/features/stock/charts/prediction-chart.tsx';
import { NewsCard } from '#web/features/stock/report/news-card.tsx';
import { formatFor, provenanceParts, type Clock } from '#compute';
import { WatchedListings } from '#web/features/watchlist/watched-listings.tsx';
import { useBarClock } from '#web/features/workbench/data/intraday-series.ts';
import { drawingText } from '#web/features/workbench/drawing/tools.ts';
import { SessionLegend } from '#web/features/workbench/chart/legends.tsx';
import type { IntradayContext, WorkbenchSeries } from '#web/features/workbench/data/chart-series.ts';
import { Format } from '#compute/format/format.ts';
import { withSettings } from '#support/web/settings.ts';
import { SETTING_CHOICES } from '#web/shared/user/settings.ts';
import type { ReactElement } from 'react';
import { openStore, renderPage, setUpPages } from '#support/web/page-setup.tsx';
import { edit, inStore } from '#support/web/user-store.ts';
import { emptySummary } from '../ledger/empty-summary.ts';
import { listingData, sampleResponse } from '../stock/sample-response.ts';
import { ready } from '../user/quotes.ts';

// uPlot reads the pixel ratio when it loads, and jsdom has no media queries.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => new EventTarget()));

/** Saturday morning in Sydney and Tokyo, Friday elsewhere. */
const INSTANT = '2026-11-20T20:59:00Z';
const INSTANT_S = Date.parse(INSTANT) / 1000;
const SYDNEY = 'Australia/Sydney';
const DAY_MS = 86_400_000;

setUpPages();
afterEach(() => void vi.unstubAllEnvs());

describe.each([
  ['America/Los_Angeles', 'Nov 20, 12:59 local time', 'Nov 20, 2026'],
  ['Europe/Berlin', 'Nov 20, 21:59 local time', 'Nov 20, 2026'],
  ['Asia/Tokyo', 'Nov 21, 05:59 local time', 'Nov 21, 2026'],
])('for a reader in %s', (zone, localTime, localDate) => {
  test.each([
    ['exchange', SYDNEY, 'Nov 21, 07:59 Sydney', 'Nov 21, 2026'],
    ['exchange', 'America/New_York', 'Nov 20, 15:59 New York', 'Nov 20, 2026'],
    ['exchange', 'Mars/Olympus', 'Nov 20, 20:59 UTC', 'Nov 20, 2026'],
    ['exchange', null, localTime, localDate],
    ['local', SYDNEY, localTime, localDate],
    ['local', null, localTime, localDate],
    ['utc', SYDNEY, 'Nov 20, 20:59 UTC', 'Nov 20, 2026'],
    ['utc', null, 'Nov 20, 20:59 UTC', 'Nov 20, 2026'],
  ] as const)('with the clock %s, at %s, it is %s', (clock, exchange, time, date) => {
    vi.stubEnv('TZ', zone);
    const format = new Format('us', clock);
    const weekLater = Date.parse(INSTANT) + 8 * DAY_MS;
    expect(format.time(INSTANT, exchange, weekLater)).toBe(time);
    expect(format.date(Date.parse(INSTANT), exchange)).toBe(date);
    expect(format.relativeTime(INSTANT_S, exchange, weekLater)).toBe(date);
    expect(format.sessionDate(Date.UTC(2026, 10, 20) / 1000, 'day')).toBe('Nov 20, 2026');
  });
});

const TIMES: Readonly<Record<Clock, { time: string; of: string; date: string; bar: string }>> = {
  exchange: { time: 'Nov 21, 07:59 Sydney', of: 'Sydney', date: 'Nov 21, 2026', bar: 'Sat, Nov 21, 07:59' },
  local: {
    time: 'Nov 21, 05:59 local time',
    of: 'local time',
    date: 'Nov 21, 2026',
    bar: 'Sat, Nov 21, 05:59',
  },
  utc: { time: 'Nov 20, 20:59 UTC', of: 'UTC', date: 'Nov 20, 2026', bar: 'Fri, Nov 20, 20:59' },
};

describe.each(SETTING_CHOICES.clock)('in Tokyo, with the clock %s,', (clock) => {
  const { time, of, date, bar } = TIMES[clock];
  const response = {
    ...sampleResponse('CBA.AX', 59),
    exchange_timezone: SYDNEY,
    as_of: INSTANT,
    fetched_at: INSTANT,
    stale: true,
  };
  // Formatters are cached with the user's zone, so all of these users are in the same one.
  beforeEach(() => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    vi.useFakeTimers({ now: Date.parse(INSTANT) + 8 * DAY_MS });
  });
  /** A page of a reader who has chosen the clock. */
  const storeWithClock = () => {
    const store = openStore();
    edit(store, withSettings({ clock }));
    return store;
  };
  const renderWithClock = (page: ReactElement) => renderPage(page, storeWithClock());
  const format = () => formatFor({ region: 'us', clock });

  test('the stale strip and the provenance line use it', async () => {
    const data = await listingData(response, 7);
    renderWithClock(<Freshness data={data} isLoading={false} refresh="idle" />);
    expect(screen.getByRole('status').textContent).toBe(`Stale: prices from ${time}`);
    expect(provenanceParts(format(), response, Date.now())).toContain(time);
  });

  test('the day of the last trade is still the exchange’s', async () => {
    renderWithClock(<ForecastCard data={await listingData(response, 7)} />);
    expect(screen.getByText(/Last trade: Nov 21, 2026\.$/)).toBeDefined();
  });

  test('the bar under the crosshair, the session legend and a drawing use it', () => {
    const within = { exchange_timezone: SYDNEY, interval_seconds: 60, session_parts: [], as_of: INSTANT };
    const intraday = {
      response: within as unknown as IntradayResponse,
      dayStarts: [0],
      closeBefore: null,
      dayRange: null,
      dayBase: () => undefined,
      extendedAt: () => null,
    } satisfies IntradayContext;
    const series = { dates: Float64Array.of(INSTANT_S), intraday } as unknown as WorkbenchSeries;
    const { result } = renderHook(() => useBarClock(series, 'day'), { wrapper: inStore(storeWithClock()) });
    expect(result.current.label(0)).toBe(bar);
    renderWithClock(<SessionLegend intraday={intraday} />);
    expect(screen.getByText(new RegExp(`Times: ${of}\\.`))).toBeDefined();
    const points = [{ time_seconds: INSTANT_S, price: 100 }];
    const text = drawingText(
      { id: 'a', tool: 'text', points, text: 'Here' },
      {
        format: format(),
        quoted: 'USD',
        sessions: new Float64Array(),
        latestSession: INSTANT_S,
        timeZone: SYDNEY,
      },
    );
    expect(text).toContain(time);
  });

  test('headlines use it', () => {
    const article = {
      id: '1',
      datetime: INSTANT_S,
      url: '',
      image: '',
      headline: 'H',
      summary: '',
      source: 'S',
    };
    renderWithClock(
      <NewsCard
        news={[article satisfies Article]}
        response={{ source: 'yahoo', exchange_timezone: SYDNEY }}
      />,
    );
    expect(screen.getByText(`S · ${date}`)).toBeDefined();
  });

  test('the watchlist uses it, whose list’s time belongs to no exchange', () => {
    const quote = ready('CBA.AX', { exchange_timezone: SYDNEY, as_of: INSTANT, stale: true });
    renderWithClock(
      <WatchedListings
        listings={[{ ticker: 'CBA.AX', name: 'CBA', alerts: [], quote, error: null }]}
        isFetching={false}
        onRefresh={() => undefined}
      />,
    );
    expect(screen.getByText(`Stale: ${date} · CBA`)).toBeDefined();
    expect(
      screen.getByText(`Prices from ${clock === 'exchange' ? TIMES.local.time : time} · Yahoo`),
    ).toBeDefined();
  });

  test('the public ledger uses it in New York, and the account without an exchange', () => {
    const next = totalsText(format(), { ...emptySummary, next_at: INSTANT });
    expect(next).toContain(clock === 'exchange' ? 'Nov 20, 15:59 New York' : time);
    expect(memberSince(format(), INSTANT)).toBe(clock === 'utc' ? 'November 20, 2026' : 'November 21, 2026');
  });
});

test.each([
  ['day', ['Wed, Nov 20, 2024', 'Fri, Nov 20, 2026']],
  ['week', ['Week of Nov 20, 2024', 'Week of Nov 20, 2026']],
  ['month', ['Nov 2024', 'Nov 2026']],
] as const)('a bar of a %s is called so, with its year: %j', (interval, labels) => {
  const dates = Float64Array.of(Date.UTC(2024, 10, 20) / 1000, Date.UTC(2026, 10, 20) / 1000);
  const series = { dates, intraday: null } as unknown as WorkbenchSeries;
  const { result } = renderHook(() => useBarClock(series, interval));
  expect([0, 1].map(result.current.label)).toEqual(labels);
});

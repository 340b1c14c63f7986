import type { Article, SentimentResponse } from '#worker/contract';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import '#support/web/patience.ts';
import { listingData, sampleData, sampleResponse } from './sample-response.ts';
import { DeepBackTest } from '#web/features/stock/report/deep-back-test.tsx';
import { briefTexts, formatFor } from '#compute';
import { CompanyLogo, HeaderCard } from '#web/features/stock/report/header-card.tsx';
import { ForecastTable } from '#web/features/stock/report/forecast-table.tsx';
import { OddsCard } from '#web/features/stock/report/odds-card.tsx';
import { LoadBanner } from '#web/shared/search/load-banner.tsx';
import { NewsCard } from '#web/features/stock/report/news-card.tsx';
import { SentimentCard } from '#web/features/stock/report/sentiment-card.tsx';
import { hasEarlierForecast, SinceYesterdayCard } from '#web/features/stock/report/since-yesterday-card.tsx';
import { StatsCard } from '#web/features/stock/report/stats-card.tsx';
import { SignalReasons } from '#web/features/stock/report/signal-reasons.tsx';
import { hasForecast, type ForecastListing } from '#web/shared/api/listing-queries.ts';
import { QueryProvider } from '#web/shared/api/query-client.tsx';
import { SummaryTiles } from '#web/features/stock/report/summary-tiles.tsx';
import { TrackRecordCard } from '#web/features/stock/report/track-record-card.tsx';
import { createStore, Provider } from '#web/store.ts';

// The chart library reads it when it is loaded.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => new EventTarget()));

const US = formatFor({ region: 'us', clock: 'exchange' });

afterEach(cleanup);

function articles(count: number, url = 'https://example.com/'): Article[] {
  return Array.from({ length: count }, (_, i) => ({
    id: String(i),
    datetime: 1_700_000_000,
    url: url && `${url}${i}`,
    image: i === 0 ? 'https://example.com/picture.png' : '',
    headline: `Headline ${i}`,
    summary: '',
    source: i === 1 ? 'Reuters' : '',
  }));
}

const LIVE = { source: 'yahoo', exchange_timezone: 'America/New_York' } as const;

describe('NewsCard', () => {
  test('shows five articles and says how many more there are', () => {
    render(<NewsCard news={articles(7)} response={LIVE} />);
    expect(screen.getAllByRole('link')).toHaveLength(5);
    expect(screen.getByRole('button', { name: 'Load more news (2 more articles)' })).toBeDefined();
  });

  test('has no button for five articles or fewer', () => {
    render(<NewsCard news={articles(5)} response={LIVE} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('reveals the rest in place and moves the focus to the first new one', () => {
    render(<NewsCard news={articles(7)} response={LIVE} />);
    fireEvent.click(screen.getByRole('button'));
    expect(screen.getAllByRole('link')).toHaveLength(7);
    expect(document.activeElement?.textContent).toContain('Headline 5');
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('opens articles in a new tab without access to this one', () => {
    render(<NewsCard news={articles(1)} response={LIVE} />);
    const link = screen.getByRole('link');
    expect(link.getAttribute('href')).toBe('https://example.com/0');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
  });

  test('hides a broken image', () => {
    const { container } = render(<NewsCard news={articles(1)} response={LIVE} />);
    const image = container.querySelector('img');
    if (image === null) throw new Error('expected an image');
    fireEvent.error(image);
    expect(container.querySelector('img')).toBeNull();
  });

  test('names the source, or the default label', () => {
    render(<NewsCard news={articles(2)} response={LIVE} />);
    const [first, second] = screen.getAllByRole('link');
    expect(first?.textContent).toContain('Market news');
    expect(second?.textContent).toContain('Reuters');
  });

  test('labels a simulated article and links to the explanation', () => {
    render(<NewsCard news={articles(1, '')} response={sampleResponse('AAPL')} />);
    const link = screen.getByRole('link', { name: /Simulated/ });
    expect(link.getAttribute('href')).toBe('/about#sample-market');
    expect(link.textContent).toContain('Simulated Market news');
  });

  test('a live article without a usable link has no link and is never called simulated', () => {
    render(<NewsCard news={articles(7, '')} response={LIVE} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByText('Simulated')).toBeNull();
    fireEvent.click(screen.getByRole('button'));
    expect(document.activeElement?.textContent).toContain('Headline 5');
  });

  test('says that there is no news only if it loaded', () => {
    const { rerender } = render(<NewsCard news={[]} response={LIVE} />);
    expect(screen.getByText('No news in the last 7 days')).toBeDefined();
    rerender(<NewsCard news={null} response={LIVE} />);
    expect(screen.queryByText('No news in the last 7 days')).toBeNull();
    expect(screen.getByText('News isn’t available right now. Try again later.')).toBeDefined();
  });
});

describe('ForecastTable', () => {
  test('has the specified columns, the odds, and a row for each forecast day', async () => {
    render(<ForecastTable data={await sampleData('AAPL', 7)} />);
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual([
      'Date',
      'Signal',
      'Predicted',
      'Δ Price',
      'Δ %',
      'Chance of +2%',
      'Chance of −2%',
    ]);
    expect(screen.getAllByRole('row')).toHaveLength(8);
  });

  test.each([
    [
      'of an exchange without a list',
      'equity',
      null,
      /holidays aren’t known, so the dates follow its usual week/,
    ],
    ['past the end of a list', 'equity', '2026-11-24', /known until Nov 24, 2026; later dates follow/],
  ] as const)('says that dates %s may be holidays', async (_, instrument, holidays_until, words) => {
    const data = await sampleData('AAPL', 7);
    const sessions = { ...data.response.sessions, holidays_until };
    render(<ForecastTable data={{ ...data, response: { ...data.response, instrument, sessions } }} />);
    expect(screen.getByText(words)).toBeDefined();
  });

  test.each([
    ['within a list', 'equity', '2026-12-31'],
    ['of a coin', 'crypto', null],
  ] as const)('says nothing of holidays for dates %s', async (_, instrument, holidays_until) => {
    const data = await sampleData('AAPL', 7);
    const sessions = { ...data.response.sessions, holidays_until };
    render(<ForecastTable data={{ ...data, response: { ...data.response, instrument, sessions } }} />);
    expect(screen.queryByText(/holidays/)).toBeNull();
  });

  test.each([
    ['BUY', 'gain', 0.9],
    ['HOLD', 'neutral', 1],
    ['SELL', 'loss', 1.1],
  ] as const)('shows %s in the tone %s', async (signal, tone, factor) => {
    const data = await sampleData('AAPL', 1);
    const currentPrice = data.analysis.currentPrice * factor;
    render(<ForecastTable data={{ ...data, analysis: { ...data.analysis, currentPrice } }} />);
    expect(screen.getByText(signal).className).toContain(tone);
  });
});

const young = () => listingData(sampleResponse('NEW', 59), 7);

describe('a history too short for a forecast', () => {
  test('has a price but no signal', async () => {
    render(<HeaderCard data={await young()} />);
    expect(screen.getByText('N/A')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Why' })).toBeNull();
  });

  test('has no predicted price and no forecast rows', async () => {
    const data = await young();
    render(<SummaryTiles data={data} />);
    expect(screen.getByRole('group', { name: 'Predicted Price' }).textContent).toBe('Predicted PriceN/A');
    expect(screen.getByRole('group', { name: 'Current Price' }).textContent).toContain('$');
    render(<ForecastTable data={data} />);
    expect(screen.getByText('No forecast data available.')).toBeDefined();
  });

  test('states its length and the required length', async () => {
    render(<TrackRecordCard data={await young()} />);
    expect(
      screen.getByText(
        'No forecast to score. NEW has only 59 finished sessions; a forecast needs at least 60. Last trade: Nov 20, 2026.',
      ),
    ).toBeDefined();
  });
});

/** Two months after the last session of {@link sampleResponse}. */
const LATER = Date.parse('2027-01-20T21:00:00Z');

const old = () => listingData(sampleResponse('OLD'), 7, LATER);

describe('a listing that no longer trades', () => {
  test('states its last trade, and has no signal, predicted price or forecast rows', async () => {
    const data = await old();
    expect(hasForecast(data)).toBe(false);
    render(<TrackRecordCard data={data} />);
    expect(
      screen.getByText('No forecast to score. OLD no longer trades. Last trade: Nov 20, 2026.'),
    ).toBeDefined();
    render(<SummaryTiles data={data} />);
    expect(screen.getByRole('group', { name: 'Predicted Price' }).textContent).toBe('Predicted PriceN/A');
    render(<ForecastTable data={data} />);
    expect(screen.getByText('No forecast data available.')).toBeDefined();
    render(<HeaderCard data={data} />);
    expect(screen.queryByRole('button', { name: 'Why' })).toBeNull();
  });

  test('states the exchange’s date: Monday morning in Sydney is Sunday in UTC', async () => {
    const response = {
      ...sampleResponse('OLD.AX'),
      exchange_timezone: 'Australia/Sydney',
      as_of: '2026-11-22T23:30:00Z',
    };
    const data = await listingData(response, 7, LATER);
    render(<TrackRecordCard data={data} />);
    expect(
      screen.getByText('No forecast to score. OLD.AX no longer trades. Last trade: Nov 23, 2026.'),
    ).toBeDefined();
  });

  test('keeps its forecast if it is a recording, which the page says', async () => {
    const response = { ...sampleResponse('OLD'), as_of: '2024-03-08T21:00:00Z', prices: 'recorded' } as const;
    const data = await listingData(response, 7);
    expect(hasForecast(data)).toBe(true);
    render(<HeaderCard data={data} />);
    expect(screen.getByText(/^Recorded prices · /)).toBeDefined();
  });
});

describe('LoadBanner', () => {
  const props = { onRetry: () => undefined };

  test('counts down until the server allows a retry', () => {
    vi.useFakeTimers({ now: 0 });
    const onRetry = vi.fn<() => void>();
    const failure = { message: 'Busy.', remedy: { kind: 'retry', notBeforeMs: 2000 } } as const;
    render(<LoadBanner {...props} failure={failure} onRetry={onRetry} />);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Try again in 2 s' });
    expect(button.disabled).toBe(true);
    act(() => vi.advanceTimersByTime(1000));
    expect(button.textContent).toBe('Try again in 1 s');
    act(() => vi.advanceTimersByTime(1000));
    expect(button.textContent).toBe('Try again');
    fireEvent.click(button);
    expect(onRetry).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  test('announces the message, not the countdown', () => {
    const failure = { message: 'Busy.', remedy: { kind: 'retry', notBeforeMs: null } } as const;
    render(<LoadBanner {...props} failure={failure} />);
    expect(screen.getByRole('alert').textContent).toBe('ErrorBusy.');
  });

  test('names the ticker that failed and the one on screen', () => {
    const failure = { message: 'Busy.', remedy: { kind: 'none' } } as const;
    render(<LoadBanner {...props} listing={{ requested: 'X', shown: 'AAPL' }} failure={failure} />);
    expect(screen.getByRole('alert').textContent).toBe(
      'ErrorBusy.Couldn’t show X. The numbers below are for AAPL.',
    );
  });

  test('offers similar listings', () => {
    const onChoose = vi.fn<(ticker: string) => void>();
    const items = [{ symbol: 'AAPL', name: 'Apple Inc.', exchange: '', country: '', currency: '' }];
    render(
      <LoadBanner
        {...props}
        failure={{ message: 'No.', remedy: { kind: 'similar', items } }}
        onChoose={onChoose}
      />,
    );
    fireEvent.click(screen.getByRole('button', { name: 'AAPL Apple Inc.' }));
    expect(onChoose.mock.calls).toEqual([['AAPL']]);
  });

  test('offers nothing if nothing helps', () => {
    render(<LoadBanner {...props} failure={{ message: 'No.', remedy: { kind: 'none' } }} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('HeaderCard', () => {
  test('labels the sample market and nothing else', async () => {
    const data = await sampleData('AAPL', 7);
    const { rerender } = render(<HeaderCard data={data} />);
    expect(screen.getByText('Sample market: simulated prices')).toBeDefined();
    rerender(<HeaderCard data={{ ...data, response: { ...data.response, source: 'yahoo' } }} />);
    expect(screen.queryByText('Sample market: simulated prices')).toBeNull();
  });

  test('gives the reasons on request, one line for each input of the signal', async () => {
    const data = await sampleData('AAPL', 7);
    render(<HeaderCard data={data} />);
    const why = screen.getByRole('button', { name: 'Why' });
    expect(why.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('listitem')).toBeNull();
    fireEvent.click(why);
    expect(why.getAttribute('aria-expanded')).toBe('true');
    expect(await screen.findAllByRole('listitem')).toHaveLength(data.analysis.signal.reasons.length);
  });

  test('shares the view’s link with the brief, whose numbers are those of the record, and which alone says lower or higher', async () => {
    const share = vi.fn<typeof navigator.share>(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, share });
    history.replaceState(null, '', '/prediction?ticker=AAPL');
    const data = await sampleData('AAPL', 7);
    render(<HeaderCard data={data} />);
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    vi.unstubAllGlobals();
    const text = briefTexts(US, data).join(' ');
    const url = expect.stringMatching(/\/prediction\?ticker=AAPL&days=7&range=1M$/);
    expect(share.mock.calls).toEqual([[{ title: 'AAPL on Candor', text, url }]]);

    const [, held, n] = /lower close: \d+%.*held in (\d+%) of ([\d,]+) past tests/.exec(text) ?? [];
    render(<TrackRecordCard data={data} />);
    expect(screen.getByText(new RegExp(`^In ${n} past 7-day tests`))).toBeDefined();
    const coverage = screen.getByText('80% range held').parentElement;
    expect(coverage?.textContent).toMatch(new RegExp(`^80% range heldstated: 80%${held}`));
    render(<OddsCard data={data} />);
    expect(screen.queryByText(/close: \d+%/)).toBeNull();
  });
});

test.each([
  ['finished', 0, 'Nov 20, 2026', 500],
  ['running', 0.5, 'Nov 19, 2026', 499],
] as const)(
  'a %s session counts accordingly in the signal history and the back-test',
  async (_, sessionLeft, lastDay, sessions) => {
    const response = { ...sampleResponse('AAPL', 500), session_left: sessionLeft };
    const data = await listingData(response, 7);
    if (!hasForecast(data)) throw new Error('expected a forecast');
    render(<SignalReasons {...data} />);
    expect(screen.getByText(new RegExp(`^Checked weekly from .* to ${lastDay}`))).toBeDefined();
    render(
      <QueryProvider>
        <DeepBackTest data={data} />
      </QueryProvider>,
    );
    expect(screen.getByText(`Uses all ${sessions} sessions.`)).toBeDefined();
  },
);

test('the odds say what an amount could lose, and remember the amount', async () => {
  const data = await sampleData('AAPL', 7);
  const end = data.analysis.forecast.points.at(-1)!;
  const share = 1 - end.low80 / data.analysis.currentPrice;
  const lost = (amount: number) => new RegExp(`^\\${US.price(share * amount, 'USD', 0)}\\. 1 in 40: `);
  const store = createStore();
  const card = () => (
    <Provider store={store}>
      <OddsCard data={data} />
    </Provider>
  );
  render(card());
  expect(screen.getByText(/^1 in 10: a loss of \d+\.\d% or more by /)).toBeTruthy();
  expect(screen.getByText(lost(10_000))).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Of USD'), { target: { value: '2,500' } });
  expect(screen.getByText(lost(2500))).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Of USD'), { target: { value: '0' } });
  expect(screen.getByText('Enter an amount above 0.')).toBeTruthy();
  cleanup();
  render(card());
  expect(screen.getByLabelText('Of USD')).toHaveProperty('value', '2500');
});

test.each([
  ['GBp', 'equity', 'Of GBP'],
  ['KWF', 'equity', 'Of KWD'],
  // Points cannot be bought.
  ['GBp', 'index', null],
] as const)(
  'an amount of a %s %s is in the main currency, if there is one',
  async (currency, instrument, label) => {
    const data = await sampleData('VOD.L', 7);
    const response = { ...data.response, currency, instrument };
    render(<OddsCard data={{ ...data, response }} />);
    const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent);
    expect(labels).toEqual(label === null ? [] : [label]);
  },
);

test('OddsCard reads as a sentence whose counts match its dots and add up to 20', async () => {
  const data = await sampleData('AAPL', 7);
  const { container } = render(<OddsCard data={data} />);
  expect(screen.getByText('Of 20 equally likely outcomes on Nov 27:')).toBeDefined();
  const items = screen.getAllByRole('listitem');
  expect(items.map((item) => item.textContent.replace(/\d+/, 'n'))).toEqual([
    'n fall 2% or more',
    'n stay within 2%',
    'n rise 2% or more',
  ]);
  for (const item of items)
    expect(item.querySelectorAll('i')).toHaveLength(Number.parseInt(item.textContent, 10));
  expect(container.querySelectorAll('i')).toHaveLength(20);
});

test('SummaryTiles names the next session and what its price is', async () => {
  const data = await sampleData('AAPL', 7);
  render(<SummaryTiles data={data} />);
  const tile = within(screen.getByRole('group', { name: 'Predicted Price' }));
  expect(tile.getByText('Sat, Nov 21 · drift common to all shares')).toBeDefined();
  expect(screen.getByRole('group', { name: 'Volume' }).textContent).toContain('Mkt Cap $2.00T');
});

test('StatsCard leaves out values that no source states', () => {
  render(<StatsCard response={sampleResponse('AAPL')} />);
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Market Cap',
    'Volume',
    'Day Low',
  ]);
});

describe('SentimentCard', () => {
  const sentiment = {
    score: 0.35,
    label: 'Bullish',
    article_count: 1,
    headlines: [],
  } as unknown as SentimentResponse;

  test('shows label, score and the number of headlines', () => {
    render(<SentimentCard sentiment={sentiment} />);
    expect(screen.getByText('Real-time market sentiment analysis')).toBeDefined();
    expect(screen.getByText('Bullish')).toBeDefined();
    expect(screen.getByText('based on 1 headline')).toBeDefined();
    expect(screen.getByText('+0.35').parentElement?.textContent).toBe(
      'Bullish +0.35 on a scale from −1, bearish, to +1, bullish',
    );
  });

  test('lists the headlines behind the score, each with its score; the first two are visible', () => {
    const headlines = Array.from({ length: 6 }, (_, i) => ({
      headline: `Headline ${i}`,
      score: i === 0 ? -0.4 : 0.2,
      datetime: 1_700_000_000 + i,
      source: 'Reuters',
      url: i === 1 ? '' : `https://example.com/${i}`,
    }));
    render(<SentimentCard sentiment={{ ...sentiment, headlines }} />);
    const [open, rest] = screen.getAllByRole('list', { name: 'Scored headlines' });
    if (open === undefined || rest === undefined) throw new Error('expected two lists');
    const items = within(open).getAllByRole('listitem');
    expect(items).toHaveLength(2);
    expect(items[0]?.textContent).toBe('Headline 0 (opens in a new tab) −0.40');
    expect(items[1]?.querySelector('a')).toBeNull();
    expect(screen.getByText('4 more scored headlines')).toBeDefined();
  });

  test('says that the sample market’s headlines are simulated', () => {
    render(<SentimentCard sentiment={{ ...sentiment, source: 'sample', article_count: 12 }} />);
    expect(screen.getByText('based on 12 simulated headlines')).toBeDefined();
  });

  test.each([-1, -0.5, 0, 0.35, 1])('the needle of a score of %d ends on its arc', (score) => {
    const { container } = render(<SentimentCard sentiment={{ ...sentiment, score }} />);
    const needle = [...container.querySelectorAll('line')].at(-1);
    const [x, y] = ['x2', 'y2'].map((name) => Number(needle?.getAttribute(name)));
    const [right = Number.NaN, up = Number.NaN] = [(x ?? 0) - 100, 96 - (y ?? 0)];
    // The arc has a radius of 80 and a width of 14.
    expect(Math.abs(Math.hypot(right, up) - 80)).toBeLessThanOrEqual(7);
    expect(1 - (2 * Math.atan2(up, right)) / Math.PI).toBeCloseTo(score);
  });

  test('the ends of the gauge are labelled', () => {
    const { container } = render(<SentimentCard sentiment={sentiment} />);
    const names = [...container.querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(names).toEqual(['−1 Bearish', 'Bullish +1']);
  });
});

test('CompanyLogo shows the ticker’s first letter if the image fails', () => {
  const { container } = render(<CompanyLogo ticker="NVDA" />);
  const image = container.querySelector('img');
  if (image === null) throw new Error('expected an image');
  fireEvent.load(image);
  expect(container.textContent).toBe('');
  fireEvent.error(image);
  expect(container.textContent).toBe('N');
  expect(container.querySelector('img')).toBeNull();
});

describe('TrackRecordCard', () => {
  test('puts the verdict first', async () => {
    render(<TrackRecordCard data={await sampleData('AAPL', 7)} />);
    const verdict = screen.getByText(
      /^In 47 past 7-day tests, the 80% range held (more often|less often|neither clearly more nor clearly less often) than stated\. The estimate did (better than|worse than|neither clearly better nor clearly worse than) “no change”\.$/,
    );
    const measures = screen.getByText('80% range held');
    expect(verdict.compareDocumentPosition(measures) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test('separates thousands', async () => {
    const data = await sampleData('AAPL', 7);
    const trackRecord = { ...data.analysis.trackRecord!, n: 1234, nEffective: 1176 };
    const longer: ForecastListing = { ...data, analysis: { ...data.analysis, trackRecord } };
    const { container } = render(<TrackRecordCard data={longer} />);
    expect(screen.getByText(/^In 1,234 past 7-day tests/)).toBeDefined();
    expect(container.textContent).toContain('The tests overlap, so they count as 1,176 separate ones.');
  });

  test('says that tests overlap only where they do', async () => {
    const data = await sampleData('AAPL', 7);
    const { n } = data.analysis.trackRecord!;
    const trackRecord = { ...data.analysis.trackRecord!, nEffective: n };
    const apart: ForecastListing = { ...data, analysis: { ...data.analysis, trackRecord } };
    const { container } = render(<TrackRecordCard data={apart} />);
    expect(container.textContent).toContain('using only earlier prices. Gray: 95% interval.');
  });

  test('gives every measure its interval and its stated value', async () => {
    render(<TrackRecordCard data={await sampleData('AAPL', 7)} />);
    const measures = screen.getAllByRole('term').map((term) => term.firstChild?.textContent);
    expect(measures).toEqual(['80% range held', '95% range held', 'Vs “no change”', 'Vs a simple range']);
    for (const measure of screen.getAllByRole('definition'))
      expect(measure.textContent).toMatch(/% to [+−]?\d/);
  });

  test.each([
    ['a history too short to score', 70, undefined, 'The price history is too short to score the model.'],
    [
      'a history too short to forecast',
      59,
      undefined,
      /^No forecast to score\. AAPL has only 59 finished sessions;/,
    ],
    ['a listing that no longer trades', 300, LATER, /^No forecast to score\. AAPL no longer trades\./],
  ])('gives the one reason why %s has no track record', async (_, bars, atMs, reason) => {
    render(<TrackRecordCard data={await listingData(sampleResponse('AAPL', bars), 7, atMs)} />);
    expect(screen.getByText(reason)).toBeDefined();
  });
});

describe('SinceYesterdayCard', () => {
  test('compares the previous close with the last one, with dates as headers, and has sentences', async () => {
    vi.stubGlobal('matchMedia', () => new EventTarget());
    const data = await sampleData('AAPL', 7);
    render(<SinceYesterdayCard data={data} />, { wrapper: QueryProvider });
    const table = within(await screen.findByRole('table'));
    expect(screen.getByText('Since the Thu, Nov 19 close')).toBeDefined();
    const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['As of', 'Thu, Nov 19', 'Fri, Nov 20']);
    const rows = table.getAllByRole('row').slice(1);
    const price = (bar: number) => US.price(data.candles.close.at(bar)!, 'USD');
    const texts = rows.map((row) => Array.from(row.children, ({ textContent }) => textContent));
    expect(texts[0]).toEqual(['Price', price(-2), price(-1)]);
    const { low80, high80 } = data.analysis.forecast.points.at(-1)!;
    expect(texts[1]?.[0]).toBe('80% range, 7 days');
    expect(texts[1]?.[2]).toBe(`${US.price(low80, 'USD')} to ${US.price(high80, 'USD')}`);
    expect(texts.at(-1)?.[2]).toBe(data.analysis.signal.level);
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
  });

  test('exists only if the previous session had a forecast too', async () => {
    const bars = async (count: number) => listingData(sampleResponse('NEW', count), 7);
    expect([await bars(59), await bars(60), await bars(61)].map(hasEarlierForecast)).toEqual([
      false,
      false,
      true,
    ]);
  });
});

/** Listings' sessions: from exchanges' announcements, from sources, and weekly for listings without an exchange. */
import { isoDate, marketState, parseTicker, sessionDates, settledSeconds, zonedInstant } from '#compute';
import type { Session } from '#compute';
import { describe, expect, test } from 'vitest';
import { exchangeByCode } from '#worker/providers/venues/exchanges.ts';
import type { Instrument } from '#worker/providers/market-data.ts';
import { sampleListing } from '#worker/providers/sample/listings.ts';
import { sampleStock } from '#worker/providers/sample/sample-market-data.ts';
import lists from '#worker/providers/venues/session-lists.json';
import { comingSessions, tradingDate } from '#worker/providers/venues/venue-sessions.ts';
import { testWorker } from '#support/worker/test-worker.ts';

const DAY = 86_400;
const seconds = (date: string) => Date.parse(date) / 1000;

interface Case {
  readonly code?: string;
  readonly instrument?: Instrument;
  readonly timezone?: string;
  /** Dates of bars; sessions follow the last one. */
  readonly bars: readonly string[];
  /** Wall-clock hours that the source states, with their date. */
  readonly stated?: readonly [date: string, open: number, close: number];
  readonly now?: string;
}

function sessionsOf({ code = '', instrument = 'equity', timezone, bars, stated, now }: Case) {
  const venue = exchangeByCode(code);
  const zone = timezone ?? venue?.timezone ?? 'UTC';
  const at = (date: string, hour: number) => zonedInstant(seconds(date), hour * 3600, zone);
  const session: Session | null = stated
    ? {
        pre: null,
        regular: { startSeconds: at(stated[0], stated[1]), endSeconds: at(stated[0], stated[2]) },
        post: null,
      }
    : null;
  const listing = { instrument, timezone: zone };
  const nowSeconds = now === undefined ? at(bars.at(-1)!, 23) : seconds(now);
  const time = Float64Array.from(bars, seconds);
  return comingSessions({ listing, venue, stated: session, nowSeconds }, time);
}

/** The first `count` dates after the last bar. */
const datesOf = (given: Case, count: number) =>
  Array.from(sessionDates(sessionsOf(given)).slice(1, count + 1), isoDate);

/** Consecutive dates on some weekdays (0 is Sunday), the last of them `until`. */
function barsUntil(until: string, weekdays: readonly number[], count = 60): string[] {
  const bars: string[] = [];
  for (let date = seconds(until); bars.length < count; date -= DAY) {
    if (weekdays.includes(new Date(date * 1000).getUTCDay())) bars.unshift(isoDate(date));
  }
  return bars;
}

describe('the sessions after', () => {
  test.each<[string, Case, readonly string[]]>([
    [
      'Christmas in London',
      { code: 'LSE', bars: ['2026-12-24'] },
      ['2026-12-29', '2026-12-30', '2026-12-31'],
    ],
    ['Golden Week in Tokyo', { code: 'JPX', bars: ['2026-05-01'] }, ['2026-05-07', '2026-05-08']],
    ['Lunar New Year in Hong Kong', { code: 'HKG', bars: ['2026-02-16'] }, ['2026-02-20', '2026-02-23']],
    ['the long new year of Taipei', { code: 'TAI', bars: ['2026-02-11'] }, ['2026-02-23', '2026-02-24']],
    [
      'a Thursday in Riyadh',
      { code: 'SAU', bars: ['2026-11-26'] },
      ['2026-11-29', '2026-11-30', '2026-12-01'],
    ],
    [
      'a Sunday in Tel Aviv while its week began there',
      { code: 'TLV', bars: ['2025-12-31'] },
      ['2026-01-01', '2026-01-04', '2026-01-05', '2026-01-06'],
    ],
    ['a Friday in Tel Aviv since', { code: 'TLV', bars: ['2026-01-16'] }, ['2026-01-19', '2026-01-20']],
    [
      'a Friday before the budget on a Sunday in Mumbai',
      { code: 'NSI', bars: ['2026-01-30'] },
      ['2026-02-01', '2026-02-02'],
    ],
    ['carnival in São Paulo', { code: 'SAO', bars: ['2026-02-13'] }, ['2026-02-18', '2026-02-19']],
    ['Thanksgiving in New York', { code: 'NYQ', bars: ['2026-11-25'] }, ['2026-11-27', '2026-11-30']],
    [
      'a bar with trades on a day that is listed as closed',
      { code: 'LSE', bars: ['2026-12-25'] },
      ['2026-12-29'],
    ],
    ['a regional German exchange, by Xetra’s list', { code: 'STU', bars: ['2026-12-23'] }, ['2026-12-28']],
    [
      'a listing of a venue without a list, by the weekdays of its bars',
      { code: 'DFM', bars: barsUntil('2026-11-26', [0, 1, 2, 3, 4]) },
      ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-06'],
    ],
    [
      'one with a single extra session',
      { bars: [...barsUntil('2026-11-20', [1, 2, 3, 4, 5]), '2026-11-21'] },
      ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30'],
    ],
    ['one of a few bars', { bars: ['2026-11-26', '2026-11-27'] }, ['2026-11-30', '2026-12-01', '2026-12-02']],
    [
      'one whose source announces a session for after a holiday',
      {
        bars: barsUntil('2026-11-24', [1, 2, 3, 4, 5]),
        stated: ['2026-11-27', 10, 16],
        now: '2026-11-25T12:00Z',
      },
      ['2026-11-27', '2026-11-30'],
    ],
    ['a pair', { code: 'CCY', instrument: 'currency', bars: ['2026-12-24'] }, ['2026-12-25', '2026-12-28']],
    [
      'a coin',
      { code: 'CCC', instrument: 'crypto', bars: ['2026-12-24'] },
      ['2026-12-25', '2026-12-26', '2026-12-27'],
    ],
    ['a future', { code: 'CMX', instrument: 'future', bars: ['2026-12-24'] }, ['2026-12-25', '2026-12-28']],
    [
      'a fund, by its exchange’s list',
      { code: 'NAS', instrument: 'fund', bars: ['2026-11-25'] },
      ['2026-11-27'],
    ],
    ['the end of a list, by its week', { code: 'SHH', bars: ['2026-12-31'] }, ['2027-01-01', '2027-01-04']],
  ])('%s', (_, given, expected) => {
    expect(datesOf(given, expected.length)).toEqual(expected);
  });

  test.each<[string, Case, string | null]>([
    ['an exchange with a list', { code: 'LSE', bars: ['2026-11-26'] }, '2027-12-31'],
    ['one whose list ends sooner', { code: 'NSI', bars: ['2026-11-26'] }, '2026-12-31'],
    ['one without a list', { code: 'DFM', bars: ['2026-11-26'] }, null],
    ['a future', { code: 'CMX', instrument: 'future', bars: ['2026-11-26'] }, null],
    ['a pair', { code: 'CCY', instrument: 'currency', bars: ['2026-11-26'] }, null],
    ['a coin', { instrument: 'crypto', bars: ['2026-11-26'] }, null],
  ])('state until when the holidays of %s are known', (_, given, expected) => {
    expect(sessionsOf(given).holidays_until).toBe(expected);
  });
});

describe('hours', () => {
  /** Opening and closing minute of one session. */
  const hoursOn = (date: string, given: Case) => {
    const sessions = sessionsOf(given);
    const index = sessionDates(sessions).indexOf(seconds(date));
    return [sessions.opens[index], sessions.closes[index]];
  };
  const at = (hour: number, minute = 0) => hour * 60 + minute;

  test.each<[string, string, Case, readonly [number, number]]>([
    [
      'are the list’s before the source states any',
      '2026-11-27',
      { code: 'LSE', bars: ['2026-11-26'] },
      [at(8), at(16, 30)],
    ],
    [
      'are shorter on a listed half day',
      '2026-12-24',
      { code: 'LSE', bars: ['2026-12-23'] },
      [at(8), at(12, 30)],
    ],
    [
      'are what the source states for its session',
      '2026-11-26',
      { code: 'LSE', bars: ['2026-11-26'], stated: ['2026-11-26', 8.5, 16] },
      [at(8, 30), at(16)],
    ],
    [
      'of days like the stated one are as stated',
      '2026-11-27',
      { code: 'KSC', bars: ['2026-11-26'], stated: ['2026-11-26', 9, 15] },
      [at(9), at(15)],
    ],
    [
      'of a half day are the list’s though the day before it is stated',
      '2026-12-24',
      { code: 'LSE', bars: ['2026-12-23'], stated: ['2026-12-23', 8, 16.5] },
      [at(8), at(12, 30)],
    ],
    [
      'of a whole day are the list’s though the half day before it is stated',
      '2026-11-30',
      { code: 'NYQ', bars: ['2026-11-27'], stated: ['2026-11-27', 9.5, 13] },
      [at(9, 30), at(16)],
    ],
    [
      'are the usual ones again after an early close that nobody had announced',
      '2026-11-19',
      { code: 'NYQ', bars: ['2026-11-18'], stated: ['2026-11-18', 9.5, 13] },
      [at(9, 30), at(16)],
    ],
    [
      'of São Paulo follow New York’s winter',
      '2026-11-03',
      { code: 'SAO', bars: ['2026-10-30'], stated: ['2026-10-30', 10, 17] },
      [at(10), at(18)],
    ],
    [
      'of Mexico follow New York’s summer',
      '2027-03-16',
      { code: 'MEX', bars: ['2027-03-12'] },
      [at(7, 30), at(14)],
    ],
    [
      'of Tel Aviv are short on a Friday',
      '2026-11-27',
      { code: 'TLV', bars: ['2026-11-26'] },
      [at(9, 59), at(13, 50)],
    ],
    [
      'of a venue without a list are always the stated ones',
      '2026-11-30',
      {
        code: 'DFM',
        timezone: 'Asia/Dubai',
        bars: barsUntil('2026-11-27', [1, 2, 3, 4, 5]),
        stated: ['2026-11-27', 10, 15],
      },
      [at(10), at(15)],
    ],
    [
      'of a coin never end',
      '2026-11-28',
      { instrument: 'crypto', bars: ['2026-11-26'], stated: ['2026-11-26', 0, 23.98] },
      [0, at(24)],
    ],
    [
      'of a day on which clocks change are those of the wall',
      '2026-10-26',
      { code: 'LSE', bars: ['2026-10-23'], stated: ['2026-10-23', 8, 16.5] },
      [at(8), at(16, 30)],
    ],
    [
      'of an index by Chicago’s clock are an hour earlier there than New York’s',
      '2026-11-27',
      { code: 'CGI', instrument: 'index', timezone: 'America/Chicago', bars: ['2026-11-25'] },
      [at(8, 30), at(12)],
    ],
    [
      'of a pair end on Friday when New York’s week does',
      '2026-11-27',
      {
        code: 'CCY',
        instrument: 'currency',
        bars: ['2026-11-26'],
        stated: ['2026-11-26', 0, 23.98],
      },
      [0, at(22)],
    ],
    [
      'of a pair go on all day before that',
      '2026-11-30',
      {
        code: 'CCY',
        instrument: 'currency',
        bars: ['2026-11-26'],
        stated: ['2026-11-26', 0, 23.98],
      },
      [0, at(24)],
    ],
    [
      'of a future may begin on the evening before',
      '2026-11-30',
      {
        code: 'CMX',
        instrument: 'future',
        bars: ['2026-11-27'],
        stated: ['2026-11-29', 18, 41],
        now: '2026-11-28T12:00Z',
      },
      [-at(6), at(17)],
    ],
  ])('%s', (_, date, given, expected) => {
    expect(hoursOn(date, given)).toEqual(expected);
  });

  test('are unknown if neither source nor venue has any', () => {
    expect(sessionsOf({ bars: ['2026-11-26'] })).toMatchObject({ opens: [], closes: [] });
  });

  test.each([
    ['SAO', 90],
    ['KSC', 60],
    ['SAU', 45],
    ['LSE', 30],
  ])('a close of %s is settled %i minutes after the stated one', (code, minutes) => {
    const given: Case = { code, bars: ['2026-11-25'], stated: ['2026-11-25', 10, 15] };
    const { timezone } = exchangeByCode(code)!;
    const listing = { timezone, calendar: 'weekday', instrument: 'equity' } as const;
    const close = zonedInstant(seconds('2026-11-25'), 15 * 3600, timezone);
    const hours = { listing, sessions: sessionsOf(given) };
    expect(settledSeconds(hours, seconds('2026-11-25'))).toBe(close + minutes * 60);
  });
});

test.each([
  ['a pair on Sunday evening', 'currency', '2026-11-29T22:30Z', '2026-11-30'],
  ['a pair on Monday', 'currency', '2026-11-30T22:30Z', '2026-11-30'],
  ['a future on Sunday evening', 'future', '2026-11-29T23:30Z', '2026-11-30'],
  ['a coin on Sunday', 'crypto', '2026-11-29T22:30Z', '2026-11-29'],
  ['a share on a Sunday', 'equity', '2026-11-29T12:00Z', '2026-11-29'],
] as const)('trading of %s belongs to %s', (_, instrument, instant, date) => {
  expect(isoDate(tradingDate(seconds(instant), { instrument, timezone: 'Europe/London' }))).toBe(date);
});

/** A list's trading days, computed independently of the code under test. */
function listedDays(mic: keyof typeof lists, from: string): string[] {
  const { closed, known, week } = lists[mic];
  const off = new Set(
    Object.entries(closed).flatMap(([year, days]) =>
      days.split(' ').map((day) => `${year}-${day.slice(0, 2)}-${day.slice(2)}`),
    ),
  );
  const days: string[] = [];
  for (let date = new Date(from); ; date = new Date(date.getTime() + DAY * 1000)) {
    const text = date.toISOString().slice(0, 10);
    if (text > known[1]!) return days;
    if (week.includes(String(date.getUTCDay())) && !off.has(text)) days.push(text);
  }
}

const TWELVE = [
  ['NYQ', 'XNYS'],
  ['TOR', 'XTSE'],
  ['LSE', 'XLON'],
  ['GER', 'XETR'],
  ['PAR', 'XPAR'],
  ['EBS', 'XSWX'],
  ['JPX', 'XTKS'],
  ['HKG', 'XHKG'],
  ['SHH', 'XSHG'],
  ['SAO', 'BVMF'],
  ['SAU', 'XSAU'],
  ['STO', 'XSTO'],
] as const;

test.each(TWELVE)('from 2024 on, every target date of %s is the n-th session of its list', (code, mic) => {
  const days = listedDays(mic, '2024-01-01');
  const wrong: string[] = [];
  for (let base = 0; base + 30 < days.length; base++) {
    const targets = datesOf({ code, bars: [days[base]!] }, 30);
    for (const n of [1, 7, 14, 30]) {
      if (targets[n - 1] !== days[base + n]) wrong.push(`${days[base]} + ${n}: ${targets[n - 1]}`);
    }
  }
  expect(days.length).toBeGreaterThan(700);
  expect(wrong).toEqual([]);
});

test.each([
  ['VOD.L', '2026-12-22T12:00Z', ['2026-12-23', '2026-12-24', '2026-12-29', '2026-12-30', '2026-12-31']],
  ['7203.T', '2026-12-29T03:00Z', ['2026-12-30', '2027-01-04', '2027-01-05', '2027-01-06', '2027-01-07']],
])('the forecast of %s is for days on which its exchange trades', async (ticker, now, dates) => {
  const worker = testWorker();
  worker.clock.ms = Date.parse(now);
  const { body } = await worker.request(`/api/stock/${ticker}?days=7`);
  const targets = body.future_predictions.map(({ date }: { readonly date: string }) => date);
  expect(targets.slice(0, dates.length)).toEqual(dates);
});

test('a market is closed on its own holidays and open on those of others', () => {
  const stateAt = (symbol: string, now: string) => {
    const ticker = parseTicker(symbol);
    const listing = ticker.ok ? sampleListing(ticker.value) : null;
    if (listing === null) throw new Error(symbol);
    return marketState(sampleStock(listing, seconds(now)), seconds(now));
  };
  expect(stateAt('VOD.L', '2026-12-28T12:00Z')).toBe('closed');
  expect(stateAt('AAPL', '2026-12-28T15:00Z')).toBe('open');
  expect(stateAt('VOD.L', '2026-11-26T12:00Z')).toBe('open');
  expect(stateAt('VOD.L', '2026-12-24T12:29Z')).toBe('open');
  expect(stateAt('VOD.L', '2026-12-24T12:30Z')).toBe('closed');
});

import { describe, expect, test } from 'vitest';
import {
  freshUntilSeconds,
  isStale,
  isTimezone,
  marketState,
  hasStoppedTrading,
  parseTicker,
  sessionEndSeconds,
  sessionLeft,
  zonedDate,
  zonedInstant,
} from '#compute';
import { zoneOffsetSeconds } from '#compute/dates/zoned-time.ts';
import { sampleListing } from '#worker/providers/sample/listings.ts';
import { sampleStock } from '#worker/providers/sample/sample-market-data.ts';

const utc = (...parts: [number, number, number, number, number?, number?]) =>
  Date.UTC(parts[0], parts[1] - 1, ...(parts.slice(2) as [number, number, number?, number?])) / 1000;

function snapshot(symbol: string, at: number) {
  const ticker = parseTicker(symbol);
  const listing = ticker.ok ? sampleListing(ticker.value) : null;
  if (listing === null) throw new Error(symbol);
  return sampleStock(listing, at);
}
const stateAt = (symbol: string, at: number) => marketState(snapshot(symbol, at), at);

describe('the state of a New York listing', () => {
  test.each([
    ['winter', '03:59:59', utc(2026, 11, 17, 8, 59, 59), 'closed'],
    ['winter', '04:00', utc(2026, 11, 17, 9), 'pre'],
    ['winter', '09:29:59', utc(2026, 11, 17, 14, 29, 59), 'pre'],
    ['winter', '09:30', utc(2026, 11, 17, 14, 30), 'open'],
    ['winter', '15:59:59', utc(2026, 11, 17, 20, 59, 59), 'open'],
    ['winter', '16:00', utc(2026, 11, 17, 21), 'post'],
    ['winter', '19:59:59', utc(2026, 11, 18, 0, 59, 59), 'post'],
    ['winter', '20:00', utc(2026, 11, 18, 1), 'closed'],
    ['summer', '09:29:59', utc(2026, 7, 14, 13, 29, 59), 'pre'],
    ['summer', '09:30', utc(2026, 7, 14, 13, 30), 'open'],
    ['summer', '16:00', utc(2026, 7, 14, 20), 'post'],
    ['on Monday after the spring change', '09:30', utc(2026, 3, 9, 13, 30), 'open'],
    ['on Saturday', '12:00', utc(2026, 11, 21, 17), 'closed'],
    ['on Thanksgiving', '12:00', utc(2026, 11, 26, 17), 'closed'],
  ])('%s at %s', (_, __, at, state) => {
    expect(stateAt('AAPL', at)).toBe(state);
  });

  test('is also known from an old snapshot', () => {
    const old = snapshot('AAPL', utc(2026, 3, 5, 17));
    expect(marketState(old, utc(2026, 3, 9, 13, 30))).toBe('open');
    expect(marketState(old, utc(2026, 3, 9, 13, 29))).toBe('pre');
    expect(marketState(old, utc(2026, 3, 8, 15))).toBe('closed');
  });
});

describe('a half day in New York', () => {
  test.each([
    ['the day after Thanksgiving', '09:30', utc(2026, 11, 27, 14, 30), 'open'],
    ['the day after Thanksgiving', '12:59:59', utc(2026, 11, 27, 17, 59, 59), 'open'],
    ['the day after Thanksgiving', '13:00', utc(2026, 11, 27, 18), 'post'],
    ['the day after Thanksgiving', '16:59:59', utc(2026, 11, 27, 21, 59, 59), 'post'],
    ['the day after Thanksgiving', '17:00', utc(2026, 11, 27, 22), 'closed'],
    ['Christmas Eve', '12:59:59', utc(2026, 12, 24, 17, 59, 59), 'open'],
    ['Christmas Eve', '13:00', utc(2026, 12, 24, 18), 'post'],
    ['3 July', '12:59:59', utc(2025, 7, 3, 16, 59, 59), 'open'],
    ['3 July', '13:00', utc(2025, 7, 3, 17), 'post'],
    ['a 3 July that is the holiday kept for a Saturday', '10:00', utc(2026, 7, 3, 14), 'closed'],
    ['the Thursday before it', '15:59:59', utc(2026, 7, 2, 19, 59, 59), 'open'],
    ['the Thursday before a Friday Christmas Eve', '15:59:59', utc(2027, 12, 23, 20, 59, 59), 'open'],
  ])('%s at %s', (_, __, at, state) => {
    expect(stateAt('AAPL', at)).toBe(state);
    // From the snapshot of an earlier day, too.
    const old = snapshot('AAPL', at - 5 * 86_400);
    expect(marketState({ ...old, asOfSeconds: at }, at)).toBe(state);
  });

  const half = snapshot('AAPL', utc(2026, 11, 27, 17));

  test.each([
    ['12:59:59', utc(2026, 11, 27, 17, 59, 59), 1 / (3.5 * 3600)],
    ['13:00', utc(2026, 11, 27, 18), 0],
    ['11:15', utc(2026, 11, 27, 16, 15), 0.5],
    ['09:30', utc(2026, 11, 27, 14, 30), 1],
  ])('has the right share left at %s', (_, at, left) => {
    expect(sessionLeft({ ...half, asOfSeconds: at }, at)).toBeCloseTo(left, 12);
  });

  test('does not shorten the full day before or after it', () => {
    const wednesday = snapshot('AAPL', utc(2026, 11, 25, 17, 45));
    expect(sessionLeft(wednesday, utc(2026, 11, 25, 17, 45))).toBe(0.5);
    expect(sessionEndSeconds(half, utc(2026, 11, 30, 0))).toBe(utc(2026, 11, 30, 21));
    expect(marketState(half, utc(2026, 11, 30, 20, 59, 59))).toBe('open');
    expect(marketState(half, utc(2026, 12, 1, 0, 59, 59))).toBe('post');
  });

  test('is a normal day in London and Toronto', () => {
    expect(stateAt('VOD.L', utc(2026, 11, 27, 16, 29))).toBe('open');
    expect(stateAt('RY.TO', utc(2026, 11, 27, 20, 59))).toBe('open');
  });
});

describe('a listing no longer trades', () => {
  const silentSince = (symbol: string, since: number, now: number) =>
    hasStoppedTrading({ ...snapshot(symbol, since), asOfSeconds: since }, now);

  test.each([
    ['after ten missed sessions and two weeks', 'AAPL', utc(2026, 11, 2, 20), utc(2026, 11, 16, 21), true],
    ['not before the tenth is over', 'AAPL', utc(2026, 11, 2, 20), utc(2026, 11, 16, 20, 59), false],
    ['not over ten days of holidays', '7203.T', utc(2019, 4, 26, 6), utc(2019, 5, 7, 7), false],
    ['not while a long holiday leaves nine', '7203.T', utc(2019, 4, 26, 6), utc(2019, 5, 17, 7), false],
    ['but with the tenth after it', '7203.T', utc(2019, 4, 26, 6), utc(2019, 5, 20, 7), true],
    [
      'not after ten days of a market that never closes',
      'BTC-USD',
      utc(2026, 11, 2, 12),
      utc(2026, 11, 13, 0),
      false,
    ],
    ['but after two weeks of it', 'BTC-USD', utc(2026, 11, 2, 12), utc(2026, 11, 16, 12), true],
  ])('%s', (_, symbol, since, now, expected) => {
    expect(silentSince(symbol, since, now)).toBe(expected);
  });
});

test('a listing that no longer trades never has an open market', () => {
  const since = utc(2026, 11, 2, 12);
  for (const symbol of ['AAPL', 'BTC-USD']) {
    const silent = { ...snapshot(symbol, since), asOfSeconds: since };
    expect(marketState(silent, utc(2026, 11, 17, 15))).toBe('closed');
  }
});

describe('a fund', () => {
  const fund = (valued: number, at: number) => {
    const { listing, ...stock } = snapshot('SPY', at);
    return { ...stock, listing: { ...listing, instrument: 'fund' }, asOfSeconds: valued };
  };
  // The value of Monday the 16th came that evening.
  const monday = utc(2026, 11, 17, 1);

  test.each([
    ['is not due before the close of the next session', utc(2026, 11, 17, 2), utc(2026, 11, 17, 21)],
    ['is asked for every hour from the close on', utc(2026, 11, 17, 21), utc(2026, 11, 17, 22)],
    ['is asked for every hour at night, too', utc(2026, 11, 18, 4), utc(2026, 11, 18, 5)],
  ])('%s', (_, at, until) => {
    expect(freshUntilSeconds(fund(monday, utc(2026, 11, 16, 22)), at)).toBe(until);
  });

  test('has no running session and no open market, and is stale only after a missed hourly refresh', () => {
    const noon = utc(2026, 11, 17, 17);
    const traded = fund(monday, noon);
    expect([sessionLeft(traded, noon), marketState(traded, noon)]).toEqual([0, 'closed']);
    const fetched = { fetchedAtSeconds: utc(2026, 11, 17, 21, 30), hasSourceFailed: false };
    expect(isStale(traded, fetched, utc(2026, 11, 17, 23, 29))).toBe(false);
    expect(isStale(traded, fetched, utc(2026, 11, 17, 23, 30))).toBe(true);
  });
});

test('other venues keep their own hours', () => {
  expect(stateAt('VOD.L', utc(2026, 11, 17, 8))).toBe('open');
  expect(stateAt('VOD.L', utc(2026, 11, 17, 16, 30))).toBe('closed');
  expect(stateAt('7203.T', utc(2026, 11, 17, 0))).toBe('open');
  expect(stateAt('7203.T', utc(2026, 11, 17, 6, 30))).toBe('closed');
  expect(stateAt('BTC-USD', utc(2026, 11, 21, 3))).toBe('open');
});

describe('the share left of the last bar’s session', () => {
  const leftAt = (symbol: string, at: number) => sessionLeft(snapshot(symbol, at), at);

  test.each([
    ['AAPL', 'in the first minute', utc(2026, 11, 17, 14, 30), 1],
    ['AAPL', '30 minutes after the open', utc(2026, 11, 17, 15), 12 / 13],
    ['AAPL', 'at midday', utc(2026, 11, 17, 17, 45), 0.5],
    ['AAPL', 'a minute before the close', utc(2026, 11, 17, 20, 59), 1 / 390],
    ['AAPL', 'at the close', utc(2026, 11, 17, 21), 0],
    ['AAPL', 'in the evening', utc(2026, 11, 18, 2), 0],
    ['AAPL', 'before the next open', utc(2026, 11, 18, 14, 29), 0],
    ['AAPL', 'at the weekend', utc(2026, 11, 21, 17), 0],
    ['AAPL', 'at midday in summer', utc(2026, 7, 14, 16, 45), 0.5],
    ['VOD.L', 'at noon in London', utc(2026, 11, 17, 12, 15), 0.5],
    ['7203.T', 'at noon in Tokyo', utc(2026, 11, 17, 3, 15), 0.5],
    ['BTC-USD', 'at six in the morning', utc(2026, 11, 21, 6), 0.75],
  ])('of %s %s', (symbol, _, at, left) => {
    expect(leftAt(symbol, at)).toBeCloseTo(left, 12);
  });

  test('depends on the data’s own time, not on the snapshot’s age', () => {
    const noon = utc(2026, 11, 17, 17, 45);
    const old = snapshot('AAPL', noon);
    expect(sessionLeft(old, noon)).toBe(0.5);
    // Delayed data from the closing minutes belongs to a running session, whenever it is read.
    const delayed = { ...snapshot('AAPL', utc(2026, 11, 17, 20, 51)), delayedMinutes: 15 };
    expect(sessionLeft(delayed, utc(2026, 11, 17, 21, 6))).toBeCloseTo(9 / 390, 12);
  });

  test('is 0 if the session was over at the fetch, even if the last trade was long before', () => {
    const thin = snapshot('AAPL', utc(2026, 11, 17, 17, 45));
    expect(sessionLeft(thin, utc(2026, 11, 17, 21, 29, 59))).toBe(0.5);
    expect(sessionLeft(thin, utc(2026, 11, 17, 21, 30))).toBe(0);
  });

  test('is 1 if the stated last trade is before the session, and follows the day without stated hours', () => {
    const early = snapshot('AAPL', utc(2026, 11, 17, 15));
    expect(sessionLeft({ ...early, asOfSeconds: utc(2026, 11, 17, 12) }, utc(2026, 11, 17, 15))).toBe(1);
    const noHours = {
      ...early,
      sessions: { ...early.sessions, opens: [], closes: [] },
      asOfSeconds: utc(2026, 11, 17, 17),
    };
    expect(sessionLeft(noHours, utc(2026, 11, 17, 17))).toBe(0.5);
  });
});

describe('a snapshot is fresh', () => {
  const freshFor = (symbol: string, at: number) => freshUntilSeconds(snapshot(symbol, at), at) - at;
  test('for 60 s in trading hours and half an hour after them', () => {
    expect(freshFor('AAPL', utc(2026, 11, 17, 14, 30))).toBe(60);
    expect(freshFor('AAPL', utc(2026, 11, 17, 21, 29, 59))).toBe(60);
    expect(freshFor('BTC-USD', utc(2026, 11, 21, 3))).toBe(60);
  });
  test('otherwise until the next open', () => {
    const opening = (symbol: string, at: number) => freshUntilSeconds(snapshot(symbol, at), at);
    expect(opening('AAPL', utc(2026, 11, 17, 23))).toBe(utc(2026, 11, 18, 14, 30));
    expect(opening('AAPL', utc(2026, 11, 18, 14, 29, 59))).toBe(utc(2026, 11, 18, 14, 30));
    // Skips Thanksgiving, and the weekend of the change to summer time.
    expect(opening('AAPL', utc(2026, 11, 26, 22))).toBe(utc(2026, 11, 27, 14, 30));
    expect(opening('AAPL', utc(2026, 3, 8, 23))).toBe(utc(2026, 3, 9, 13, 30));
    expect(opening('VOD.L', utc(2026, 11, 22, 18))).toBe(utc(2026, 11, 23, 8));
  });
  test('for 24 hours at most, however far away the stated next session is', () => {
    const friday = utc(2026, 11, 20, 23);
    expect(freshFor('AAPL', friday)).toBe(86_400);
    const { sessions, ...stock } = snapshot('AAPL', friday);
    const absurd = {
      ...stock,
      sessions: { ...sessions, day_gaps: sessions.day_gaps.map((gap, i) => (i === 1 ? 30_000 : gap)) },
    };
    expect(freshUntilSeconds(absurd, friday)).toBe(friday + 86_400);
  });
  test('until two hours after the close, once more, for late prints', () => {
    expect(freshUntilSeconds(snapshot('AAPL', utc(2026, 11, 17, 22)), utc(2026, 11, 17, 21, 30))).toBe(
      utc(2026, 11, 17, 23),
    );
    const { sessions, ...stock } = snapshot('AAPL', utc(2026, 11, 17, 22));
    const slow = { ...stock, sessions: { ...sessions, settle_minutes: 90 } };
    expect(freshUntilSeconds(slow, utc(2026, 11, 17, 22, 29))).toBe(utc(2026, 11, 17, 22, 30));
  });
});

describe('a snapshot is stale', () => {
  const staleAt = (symbol: string, fetchedAtSeconds: number, at: number, hasSourceFailed = false) =>
    isStale(snapshot(symbol, fetchedAtSeconds), { fetchedAtSeconds, hasSourceFailed }, at);
  const noon = utc(2026, 11, 17, 17);
  const friday = utc(2026, 11, 20, 22);
  test.each([
    ['at once when its source has failed', 'AAPL', noon, noon, true, true],
    ['at night, too, when its source has failed', 'AAPL', friday, friday + 3600, true, true],
    ['not while it is being renewed', 'AAPL', noon, noon + 61, false, false],
    ['from two refreshes of an open market on', 'AAPL', noon, noon + 119, false, false],
    ['from two refreshes of an open market on', 'AAPL', noon, noon + 120, false, true],
    ['from two refreshes of a market that never closes on', 'BTC-USD', friday, friday + 120, false, true],
    ['not on a weekend, whatever its age', 'AAPL', friday, utc(2026, 11, 22, 23), false, false],
    [
      'not in the first minute after the opening',
      'AAPL',
      friday,
      utc(2026, 11, 23, 14, 30, 59),
      false,
      false,
    ],
    ['from the second minute after the opening on', 'AAPL', friday, utc(2026, 11, 23, 14, 31), false, true],
    ['by a clock far behind the one that dated it', 'AAPL', noon, noon - 61, false, true],
    ['not by a clock a little behind', 'AAPL', noon, noon - 60, false, false],
  ])('%s', (_when, symbol, fetchedAt, at, hasSourceFailed, stale) => {
    expect(staleAt(symbol, fetchedAt, at, hasSourceFailed)).toBe(stale);
  });
});

describe('zoned time', () => {
  test('gives the offset before and after a clock change, to the second', () => {
    expect(zoneOffsetSeconds(utc(2026, 11, 1, 5, 59, 59), 'America/New_York')).toBe(-4 * 3600);
    expect(zoneOffsetSeconds(utc(2026, 11, 1, 6), 'America/New_York')).toBe(-5 * 3600);
    expect(zoneOffsetSeconds(utc(2026, 7, 1, 0), 'Asia/Kolkata')).toBe(5.5 * 3600);
    expect(zoneOffsetSeconds(utc(2026, 7, 1, 0), 'UTC')).toBe(0);
  });
  test('agrees with the platform in every hour around ten years of clock changes', () => {
    for (const timezone of ['America/New_York', 'Europe/London', 'Australia/Sydney', 'Africa/Casablanca']) {
      const text = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
      const platform = (at: number) => {
        const [, sign, hours, minutes] = /GMT(?:([+-])(\d+):(\d+))?/.exec(text.format(at * 1000)) ?? [];
        const seconds = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60;
        return sign === '-' ? -seconds : seconds;
      };
      const end = utc(2027, 1, 1, 0);
      const wrong: number[] = [];
      let before = platform(utc(2017, 1, 1, 0));
      for (let day = utc(2017, 1, 2, 0); day < end; day += 86_400) {
        const offset = platform(day);
        if (offset === before) continue;
        before = offset;
        for (let at = day - 2 * 86_400; at <= day + 86_400; at += 1800)
          if (zoneOffsetSeconds(at, timezone) !== platform(at)) wrong.push(at);
      }
      expect([timezone, wrong]).toEqual([timezone, []]);
    }
  });
  test('dates an instant by the zone’s own midnight', () => {
    expect(zonedDate(utc(2026, 11, 17, 4, 59, 59), 'America/New_York')).toBe(utc(2026, 11, 16, 0));
    expect(zonedDate(utc(2026, 11, 17, 5), 'America/New_York')).toBe(utc(2026, 11, 17, 0));
  });
  test('finds the instant of a wall-clock time on either side of a change', () => {
    expect(zonedInstant(utc(2026, 10, 31, 0), 34_200, 'America/New_York')).toBe(utc(2026, 10, 31, 13, 30));
    expect(zonedInstant(utc(2026, 11, 1, 0), 34_200, 'America/New_York')).toBe(utc(2026, 11, 1, 14, 30));
  });
  test('tells which zones exist', () => {
    expect(isTimezone('Asia/Tokyo')).toBe(true);
    expect(isTimezone('Mars/Olympus')).toBe(false);
  });
});

import { nextResultsOf, reactingSessions, sliceCandles, withResults, type ResultsDay } from '#compute';
import { expect, test } from 'vitest';
import { appleCandles, seconds } from '../series.ts';

const apple = appleCandles();

const reactedTo = (...days: [string, ResultsDay['side']][]): string[] =>
  reactingSessions(
    days.map(([date, side]) => ({ date, side })),
    apple,
    'nyse',
  ).sessions.map((at) => new Date(at * 1000).toISOString().slice(0, 10));

test('results before the open move the same session, those after the close the next one', () => {
  expect(reactedTo(['2017-08-01', 'before_open'], ['2017-11-02', 'after_close'])).toEqual([
    '2017-08-01',
    '2017-11-03',
  ]);
});

test('results on a day without trading move the session after it', () => {
  expect(reactedTo(['2017-07-29', 'before_open'], ['2017-11-04', 'after_close'])).toEqual([
    '2017-07-31',
    '2017-11-06',
  ]);
});

test('of two days within 25 the earlier one counts', () => {
  const days = [
    ['2017-08-01', 'after_close'],
    ['2017-08-25', 'after_close'],
    ['2017-08-26', 'after_close'],
  ] as [string, 'after_close'][];
  expect(reactedTo(...days)).toEqual(['2017-08-02', '2017-08-28']);
});

test('a day after the last bar moves a coming session by the calendar', () => {
  expect(reactedTo(['2018-05-25', 'after_close'], ['2018-07-31', 'before_open'])).toEqual([
    '2018-05-29',
    '2018-07-31',
  ]);
  const sessions = [seconds('2018-05-02'), seconds('2018-07-31')];
  expect(nextResultsOf(apple, sessions)).toBe(seconds('2018-07-31'));
  expect(withResults(apple, sessions).results!.indexOf(1)).toBe(apple.time.indexOf(seconds('2018-05-02')));
});

/** Apple's bars, with the open of each of these sessions 8 % above the previous close. */
function withGaps(...sessions: readonly string[]): typeof apple {
  const open = apple.open.slice();
  for (const session of sessions) {
    const bar = apple.time.indexOf(seconds(session));
    open[bar] = apple.close[bar - 1]! * 1.08;
  }
  return { ...apple, open };
}

const UNSTATED = ['2016-01-26', '2016-04-26', '2016-07-26', '2016-10-25', '2017-01-31'].map(
  (date): ResultsDay => ({ date, side: null }),
);

test('results without a time of day come after the close, or from the fifth on, where the earlier gaps were larger', () => {
  const morning = withGaps('2016-01-26', '2016-04-26', '2016-07-26', '2016-10-25', '2017-01-31');
  expect(reactingSessions(UNSTATED, morning, 'nyse').sessions).toEqual(
    ['2016-01-27', '2016-04-27', '2016-07-27', '2016-10-26', '2017-01-31'].map(seconds),
  );
  // Later gaps have no influence.
  const known = sliceCandles(morning, 0, apple.time.indexOf(seconds('2016-08-01')));
  expect(reactingSessions(UNSTATED.slice(0, 3), known, 'nyse').sessions).toEqual(
    ['2016-01-27', '2016-04-27', '2016-07-27'].map(seconds),
  );
});

import { findOutcome } from '#compute';
import { describe, expect, test } from 'vitest';
import { candlesOf } from '../series.ts';
import { isoDate } from '../../../compute/iso-date.ts';

/** Finished sessions; the anchor is the second, the target the fourth. */
const history = (closes: readonly number[]) => candlesOf(closes);
const { time } = history([99, 100, 101, 102, 103]);
const FORECAST = {
  anchorDate: isoDate(time[1]!),
  anchorClose: 100,
  targetDate: isoDate(time[3]!),
};

describe('the settlement rule', () => {
  test('takes the close of the target date', () => {
    expect(findOutcome(FORECAST, history([99, 100, 101, 102, 103]))).toEqual({
      date: FORECAST.targetDate,
      close: 102,
      splitFactor: 1,
    });
  });

  test('has no outcome before the target, and none without the anchor', () => {
    expect(findOutcome(FORECAST, history([99, 100, 101]))).toBeNull();
    expect(findOutcome({ ...FORECAST, anchorDate: '1990-01-01' }, history([99, 100, 101, 102]))).toBeNull();
  });

  test('scales the close back by a split since the forecast', () => {
    expect(findOutcome(FORECAST, history([24.75, 25, 25.25, 25.5]))).toMatchObject({
      close: 102,
      splitFactor: 4,
    });
  });

  test.each([
    [99.6, 1],
    [100.4, 1],
    [98, 100 / 98],
  ])(
    'reads an anchor of 100 that is %d now as a correction under half a percent, as a split above',
    (anchor, factor) => {
      expect(findOutcome(FORECAST, history([99, anchor, 101, 102]))?.splitFactor).toBe(factor);
    },
  );
});

import { hitRate, MIN_SETTLED, wilsonInterval, type ShownForecast } from '#compute';
import { describe, expect, it } from 'vitest';

/** A settled forecast of one day: base 100, forecast 101 in 95…107 (80 %) and 90…112 (95 %). */
function record(change: Partial<ShownForecast> = {}): ShownForecast {
  return {
    baseDate: '2026-01-05',
    basePrice: 100,
    targetDate: '2026-01-06',
    price: 101,
    low80: 95,
    high80: 107,
    low95: 90,
    high95: 112,
    outcome: { close: 102 },
    ...change,
  };
}

function day(index: number): string {
  return new Date(Date.UTC(2026, 0, 5 + index)).toISOString().slice(0, 10);
}

/** One forecast a day, each settled on the next. */
const closes = (...values: number[]) =>
  values.map((close, index) =>
    record({ baseDate: day(index), targetDate: day(index + 1), outcome: { close } }),
  );

describe('hitRate', () => {
  it('states no rate for 29 settled forecasts, and one for 30', () => {
    expect(MIN_SETTLED).toBe(30);
    expect(hitRate(closes(...Array<number>(29).fill(102)))).toMatchObject({ settled: 29, measured: null });
    expect(hitRate(closes(...Array<number>(30).fill(102))).measured?.hitRate?.value).toBe(1);
  });

  it('counts open forecasts and scores none of them', () => {
    const open = record({ outcome: null });
    expect(hitRate([open, record(), open])).toMatchObject({ settled: 1, open: 2, measured: null });
  });

  it('counts a hit where the direction was right, and leaves out prices that did not move', () => {
    const records = closes(...Array<number>(21).fill(102), ...Array<number>(9).fill(99), 100, 100);
    const { measured, unchanged, independent } = hitRate(records);
    expect(unchanged).toBe(2);
    expect(independent).toBe(32);
    expect(measured?.hitRate).toEqual(wilsonInterval(0.7, 30));
    expect(measured?.riseShare).toBeCloseTo(0.7, 12);
  });

  it('counts a forecast fall that came true as a hit', () => {
    const falls = closes(...Array<number>(30).fill(98)).map((fall) => Object.assign(fall, { price: 99 }));
    expect(hitRate(falls).measured).toMatchObject({ hitRate: { value: 1 }, riseShare: 0 });
  });

  it('counts an outcome on the edge of a range as inside', () => {
    const records = closes(95, 107, 94.99, 107.01, 90, 112, 89.99, 112.01, ...Array<number>(24).fill(102));
    const { measured } = hitRate(records);
    expect(measured?.coverage80.value).toBeCloseTo(26 / 32, 12);
    expect(measured?.coverage95.value).toBeCloseTo(30 / 32, 12);
  });

  it('counts listings that move together once', () => {
    const days = closes(...Array<number>(20).fill(102));
    const once = hitRate([...days, ...days]);
    expect(once.settled).toBe(40);
    expect(once.independent).toBe(20);
    expect(once.measured?.hitRate).toEqual(wilsonInterval(1, 20));
    expect(once.measured?.coverage80).toEqual(wilsonInterval(1, 20));
  });

  it('takes its intervals over forecasts that share no day', () => {
    // 30 horizons from one base: all share its first day.
    const records = Array.from({ length: 30 }, (_, index) =>
      record({ targetDate: `2026-02-${String(index + 1).padStart(2, '0')}` }),
    );
    const { independent, measured } = hitRate(records);
    expect(independent).toBe(1);
    expect(measured?.hitRate).toEqual(wilsonInterval(1, 1));
  });

  it('takes a forecast that begins on the day another ends as sharing no day with it', () => {
    const chain = [
      record({ baseDate: '2026-01-05', targetDate: '2026-01-06' }),
      record({ baseDate: '2026-01-06', targetDate: '2026-01-08' }),
      record({ baseDate: '2026-01-07', targetDate: '2026-01-09' }),
    ];
    expect(hitRate(chain).independent).toBe(2);
  });

  it('has no hit rate when nothing moved, and still a coverage', () => {
    const { measured } = hitRate(closes(...Array<number>(30).fill(100)));
    expect(measured).toMatchObject({ hitRate: null, riseShare: null, coverage80: { value: 1 } });
  });
});

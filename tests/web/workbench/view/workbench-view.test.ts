// @vitest-environment node
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HORIZON_OPTIONS_DAYS, INDICATORS, type IndicatorKind, type IsoDate, type Ticker } from '#compute';
import {
  BAR_MINUTES,
  INTERVALS,
  isDaily,
  ANNOTATION_KINDS,
  MAX_INDICATORS,
  MAX_OVERLAYS,
  PANE_HEIGHT,
  parseWorkbench,
  RANGES,
  SCALES,
  STYLES,
  workbenchUrl,
  type WorkbenchView,
} from '#web/features/workbench/view/workbench-view.ts';
import { runs } from '#support/runs.ts';

const keyOf = <T extends string>(names: Readonly<Record<T, string>>) =>
  fc.constantFrom(...(Object.keys(names) as T[]));

const ticker = fc.stringMatching(/^[A-Z0-9^][A-Z0-9.\-=&^]{0,19}$/) as fc.Arbitrary<Ticker>;

const indicator = fc.constantFrom(...(Object.keys(INDICATORS) as IndicatorKind[])).chain((kind) => {
  const { parameters, place } = INDICATORS[kind];
  return fc.record({
    kind: fc.constant(kind),
    parameters: fc.tuple(
      ...parameters.map(({ min, max, step }) =>
        fc
          .integer({ min: Math.round(min / step), max: Math.round(max / step) })
          .map((steps) => Number((steps * step).toFixed(2))),
      ),
    ),
    color: fc.integer({ min: 0, max: 4 }),
    height:
      place === 'own'
        ? fc.integer({ min: PANE_HEIGHT.min, max: PANE_HEIGHT.max })
        : fc.constant(PANE_HEIGHT.initial),
    isHidden: fc.boolean(),
  });
});

const view: fc.Arbitrary<WorkbenchView> = fc
  .record({
    ticker,
    horizonDays: fc.constantFrom(...HORIZON_OPTIONS_DAYS),
    range: fc.constantFrom(...RANGES),
    style: keyOf(STYLES),
    interval: keyOf(INTERVALS),
    minutes: fc.option(keyOf(BAR_MINUTES)),
    hasExtended: fc.boolean(),
    scale: keyOf(SCALES),
    hasFan: fc.boolean(),
    overlays: fc.uniqueArray(ticker, { maxLength: MAX_OVERLAYS }),
    indicators: fc.array(indicator, { maxLength: MAX_INDICATORS }),
    annotations: fc.subarray([...ANNOTATION_KINDS]),
    replay: fc.constantFrom(null, '2024-02-29' as IsoDate, '2026-03-12' as IsoDate),
    zoom: fc.constantFrom('', '40_12_1700000000'),
    prices: fc.constantFrom('', '101.25_130'),
  })
  // Only daily bars can be replayed.
  .map((any) => (isDaily(any) ? any : { ...any, replay: null }))
  .filter((any) => !any.overlays.includes(any.ticker));

test('the URL of any view reads back as the view', () => {
  fc.assert(
    fc.property(view, (shown) => {
      const url = new URL(workbenchUrl(shown), 'http://localhost');
      expect(url.pathname).toBe('/workbench');
      expect(parseWorkbench(url.search)).toEqual(shown);
    }),
    { numRuns: runs(5000) },
  );
});

test('no query breaks the page, and every shown view has its own URL', () => {
  const part = fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9*_.-]{0,30}$/));
  const names = [
    'ticker',
    'days',
    'range',
    'style',
    'bars',
    'minutes',
    'scale',
    'fan',
    'with',
    'in',
    'replay',
    'marks',
  ];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), part)), (parts) => {
      const shown = parseWorkbench(`?${new URLSearchParams(parts)}`);
      const { search } = new URL(workbenchUrl(shown), 'http://localhost');
      expect(parseWorkbench(search)).toEqual(shown);
    }),
    { numRuns: runs(3000) },
  );
});

test('a default view has a short URL', () => {
  expect(workbenchUrl(parseWorkbench('?ticker=nvda'))).toBe('/workbench?ticker=NVDA');
  const { indicators } = parseWorkbench('?in=sma-50*1_rsi-14*2*30');
  expect(workbenchUrl({ ...parseWorkbench('?ticker=NVDA'), indicators })).toBe(
    '/workbench?ticker=NVDA&in=sma-50*1_rsi-14*2*30',
  );
});

test.each([
  ['an unknown indicator', 'magic-20*1'],
  ['a parameter too many', 'sma-20-3*1'],
  ['no parameter', 'sma*1'],
  ['a parameter outside its limits', 'sma-0*1'],
  ['a fraction of a bar', 'sma-20.5*1'],
  ['a number written otherwise', 'sma-020*1'],
  ['an unknown colour', 'sma-20*6'],
  ['no colour', 'sma-20'],
  ['a pane that is too tall', 'rsi-14*1*61'],
  ['a height over the price', 'sma-20*1*30'],
  ['more parts', 'rsi-14*1*30*2'],
])('%s is left out, and the others stay', (_case, token) => {
  const { indicators } = parseWorkbench(`?in=ema-10*2_${token}_obv*3`);
  expect(indicators.map(({ kind }) => kind)).toEqual(['ema', 'obv']);
});

test('overlays exclude the listing itself and duplicates', () => {
  expect(parseWorkbench('?ticker=NVDA&with=nvda_MSFT_msft_AAPL').overlays).toEqual(['MSFT', 'AAPL']);
});

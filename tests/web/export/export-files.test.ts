// @vitest-environment node
import { expect, test } from 'vitest';
import { formatFor, type Quoted } from '#compute';
import { jointProvenance } from '#web/shared/format/exportable.ts';
import { csvText, fileName, stampLines } from '#web/shared/export/export-files.ts';
import type { Exportable } from '#web/shared/format/exportable.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12, 30);
const PROVENANCE = {
  subject: 'BRK-B',
  source: 'Sample market: simulated prices · Nov 20, 15:59 New York',
  asOf: '2026-11-20T20:59:00Z',
};
const CHART: Exportable = {
  title: 'Stock price prediction',
  kind: 'estimate',
  quoted: '',
  rows: () => [
    ['date', 'median', 'volume'],
    ['2026-11-23', 1234.499999999998, 51_234_000],
    ['2026-11-24', null, Number.NaN],
    ['2026-11-25', -0.123456789, '=SUM(A1)'],
    ['2026-11-26', { prices: [1.08236, 1.1], quoted: { ticker: 'EURUSD=X', currency: 'USD' } }, 'a;b'],
  ],
};

function note(kind: Exportable['kind']) {
  return stampLines({ ...CHART, kind }, PROVENANCE, NOW_MS).at(-1)?.[1];
}

test.each([
  [
    'us',
    [
      'date,median,volume',
      '2026-11-23,1234.5,51234000',
      '2026-11-24,,',
      "2026-11-25,-0.1235,'=SUM(A1)",
      '2026-11-26,1.0824 1.1,"a;b"',
      '',
      '# Candor,BRK-B: Stock price prediction',
      '# Source,"Sample market: simulated prices · Nov 20, 15:59 New York"',
      '# As of,2026-11-20T20:59:00Z',
      '# Exported,2026-11-21T12:30:00.000Z',
      '# Note,"Estimate: model output, not advice"',
      '',
    ],
  ],
  [
    'de',
    [
      'date;median;volume',
      '2026-11-23;1234,5;51234000',
      '2026-11-24;;',
      "2026-11-25;-0,1235;'=SUM(A1)",
      '2026-11-26;1,0824 1,1;"a;b"',
      '',
      '# Candor;BRK-B: Stock price prediction',
      '# Source;"Sample market: simulated prices · Nov 20, 15:59 New York"',
      '# As of;2026-11-20T20:59:00Z',
      '# Exported;2026-11-21T12:30:00.000Z',
      '# Note;"Estimate: model output, not advice"',
      '',
    ],
  ],
] as const)(
  'in the region %s a CSV has its numbers, the digits shown, and its source last',
  (region, lines) => {
    const format = formatFor({ region, clock: 'exchange' });
    expect(csvText(CHART, PROVENANCE, NOW_MS, format)).toBe(lines.join('\r\n'));
  },
);

test.each<[Quoted, readonly string[]]>([
  [{ ticker: 'AAPL', currency: 'USD' }, ['USD']],
  [{ ticker: 'VOD.L', currency: 'GBp' }, ['p']],
  [{ ticker: '^TNX', currency: 'USD' }, ['%']],
  [{ ticker: '^GSPC', currency: 'USD' }, []],
  ['', []],
])('the stamp names the unit of the prices of %j', (quoted, units) => {
  const lines = stampLines({ ...CHART, quoted }, PROVENANCE, NOW_MS);
  expect(lines.filter(([name]) => name === 'Prices in').map(([, unit]) => unit)).toEqual(units);
});

test('the stamp tells past prices and estimates apart', () => {
  expect(note('estimate')).toMatch(/^Estimate: model output/);
  expect(note('prices')).toMatch(/^Past prices only/);
});

test('a file name has listing, chart and day, in characters that any file system accepts', () => {
  expect(fileName(CHART, PROVENANCE, NOW_MS, 'csv')).toBe(
    'candor-brk-b-stock-price-prediction-2026-11-21.csv',
  );
  expect(
    fileName(
      { ...CHART, title: 'MACD (12, 26, 9) chart' },
      { ...PROVENANCE, subject: '^GSPC' },
      NOW_MS,
      'png',
    ),
  ).toBe('candor-gspc-macd-12-26-9-chart-2026-11-21.png');
});

test('a file of several listings names each source once, and the oldest time', () => {
  expect(
    jointProvenance('Watchlist', [
      { source: 'yahoo', as_of: '2026-11-20T20:59:00Z' },
      { source: 'twelvedata', as_of: '2026-11-19T20:59:00Z' },
      { source: 'yahoo', as_of: '2026-11-20T21:00:00Z' },
    ]),
  ).toEqual({ subject: 'Watchlist', source: 'Yahoo, Twelve Data', asOf: '2026-11-19T20:59:00Z' });
});

test('simulated prices are stamped as such', () => {
  expect(jointProvenance('A', [{ source: 'sample', as_of: '2026-11-20T20:59:00Z' }]).source).toBe(
    'Sample market: simulated prices',
  );
});

// @vitest-environment node
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from '../../../web/shared/export/csv.ts';
import { csvRows, fileName, stampLines, type Exportable } from '../../../web/shared/export/export-content.ts';
import { shareLink } from '../../../web/features/stock/report/report-actions.tsx';

const NOW_MS = Date.UTC(2026, 10, 21, 12, 30);
const PROVENANCE = {
  subject: 'BRK-B',
  source: 'Sample market: simulated prices · Nov 20, 15:59 New York',
  asOf: '2026-11-20T20:59:00Z',
};
const CHART: Exportable = {
  title: 'Stock price prediction',
  kind: 'estimate',
  rows: () => [
    ['date', 'median'],
    ['2026-11-23', 1234.5],
    ['2026-11-24', null],
  ],
};

function note(kind: Exportable['kind']) {
  return stampLines({ ...CHART, kind }, PROVENANCE, NOW_MS).at(-1)?.[1];
}

test('a CSV begins with where it comes from, and its numbers are for machines', async () => {
  expect(toCsv(await csvRows(CHART, PROVENANCE, NOW_MS))).toBe(
    [
      '# Candor,BRK-B: Stock price prediction',
      '# Source,"Sample market: simulated prices · Nov 20, 15:59 New York"',
      '# As of,2026-11-20T20:59:00Z',
      '# Exported,2026-11-21T12:30:00.000Z',
      '# Note,"Estimate: model output, not advice"',
      'date,median',
      '2026-11-23,1234.5',
      '2026-11-24,',
      '',
    ].join('\r\n'),
  );
});

test('the stamp never calls past prices an estimate, nor an estimate a price', () => {
  expect(note('estimate')).toMatch(/^Estimate: model output/);
  expect(note('prices')).toMatch(/^Past prices, no estimate/);
});

test('what comes from elsewhere than the page around it says so', () => {
  const sentiment = { ...CHART, origin: { source: 'finnhub', as_of: '2026-11-21T08:00:00Z' } } as const;
  expect(stampLines(sentiment, PROVENANCE, NOW_MS).slice(1, 3)).toEqual([
    ['Source', 'Finnhub'],
    ['As of', '2026-11-21T08:00:00Z'],
  ]);
});

test('a file is named by listing, chart and day, without what a file system refuses', () => {
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

test('a cell is quoted where it must be, and never runs as a formula', () => {
  expect(toCsv([['a,b', 'say "hi"', '=1+1', '-2', -2, Number.NaN, null]])).toBe(
    '"a,b","say ""hi""",\'=1+1,\'-2,-2,,\r\n',
  );
});

test('whatever text stands in a cell, a row stays one row and no cell begins a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const line = toCsv([[text, 'end']]);
      const [, quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*)),end\r\n$/.exec(line) ?? [];
      const read = quoted?.replaceAll('""', '"') ?? plain;
      expect(read === text || read === `'${text}`).toBe(true);
      expect(read).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

test.each([
  ['shared', { share: () => Promise.resolve() }, []],
  ['cancelled', { share: () => Promise.reject(new DOMException('closed', 'AbortError')) }, []],
  ['copied', { share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }, ['https://a/b']],
  ['copied', {}, ['https://a/b']],
] as const)('a link is %s', async (outcome, sharing, copied) => {
  const written: string[] = [];
  const clipboard = {
    writeText: (text: string) => {
      written.push(text);
      return Promise.resolve();
    },
  } as Clipboard;
  expect(await shareLink({ title: 'A', link: 'https://a/b', navigator: { clipboard, ...sharing } })).toBe(
    outcome,
  );
  expect(written).toEqual(copied);
});

test('a link that may neither be shared nor copied is refused, to be shown', async () => {
  const clipboard = { writeText: () => Promise.reject(new Error('denied')) } as unknown as Clipboard;
  expect(await shareLink({ title: 'A', link: 'https://a/b', navigator: { clipboard } })).toBe('refused');
});

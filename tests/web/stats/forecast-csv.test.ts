import { expect, it } from 'vitest';
import { forecastsToCsv } from '../../../web/shared/stats/forecast-csv.ts';
import { record } from './journal-entries.ts';

it('writes one line per forecast, an open one with an empty outcome', () => {
  expect(forecastsToCsv([record(), record({ source: 'sample', outcome: null })])).toBe(
    [
      'ticker,source,baseDate,basePrice,horizonDays,targetDate,price,low80,high80,low95,high95,model,shownAt,outcomeDate,outcomeClose',
      'AAPL,yahoo,2026-01-05,100,1,2026-01-06,101,95,107,90,112,test 1,2026-01-05T12:00:00.000Z,2026-01-06,102',
      'AAPL,sample,2026-01-05,100,1,2026-01-06,101,95,107,90,112,test 1,2026-01-05T12:00:00.000Z,,',
      '',
    ].join('\r\n'),
  );
});

it('quotes what would break a line, and never begins a cell like a formula', () => {
  const [, line = ''] = forecastsToCsv([record({ ticker: '=1+1', model: 'a "b", c' })]).split('\r\n');
  expect(line.startsWith("'=1+1,")).toBe(true);
  expect(line).toContain('"a ""b"", c"');
});

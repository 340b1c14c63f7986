/** What stands in the files of a listing's tables, whatever region the reader has chosen. */
import { backTest } from '#compute';
import type { SentimentResponse } from '#worker/contract';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../support/web/patience.ts';
import { BackTestReport } from '../../../web/features/stock/back-test/back-test-report.tsx';
import { ForecastTable } from '../../../web/features/stock/report/forecast-table.tsx';
import { indicatorRows } from '../../../web/features/stock/report/listing-rows.ts';
import { SentimentCard } from '../../../web/features/stock/report/sentiment-card.tsx';
import { TrackRecordCard } from '../../../web/features/stock/report/track-record-card.tsx';
import { ProvenanceProvider } from '../../../web/shared/export/export-buttons.tsx';
import { changeSettings } from '../../../web/shared/user-data/change-settings.ts';
import { DEFAULT_SETTINGS } from '../../../web/shared/user-data/settings.ts';
import { SettingsProvider } from '../../../web/shared/user-data/settings-provider.tsx';
import { listingData, sampleData, sampleResponse } from './sample-response.ts';

const PROVENANCE = { subject: 'AAPL', source: 'Sample market', asOf: '2026-11-20T20:59:00Z' };

const files: Blob[] = [];

beforeEach(() => {
  changeSettings({ region: 'de' });
  // The test's DOM has no addresses of content and follows no links.
  Object.assign(URL, { createObjectURL: (file: Blob) => files.push(file), revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  changeSettings(DEFAULT_SETTINGS);
  files.length = 0;
});

/** Shows a card and presses the button of one of its tables: the note, the head and the rows of the file. */
async function exported(card: ReactElement, title: string) {
  render(
    <SettingsProvider>
      <ProvenanceProvider value={PROVENANCE}>{card}</ProvenanceProvider>
    </SettingsProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: `Export ${title} as CSV` }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = ((await files[0]?.text()) ?? '').trimEnd().replaceAll('"', '').split('\r\n');
  expect(lines[0]).toBe(`# Candor,AAPL: ${title}`);
  const [note, head, ...rows] = lines.slice(4);
  return { note, head, rows };
}

const ESTIMATE = '# Note,Estimate: model output, not advice';
const SCORES = '# Note,Forecasts against outcomes; not a promise, not advice';

test('the forecast, a row for each day', async () => {
  const data = await sampleData('AAPL', 7);
  const { note, head, rows } = await exported(<ForecastTable data={data} />, 'Forecast Signals');
  expect(note).toBe(ESTIMATE);
  expect(head).toBe('date,signal,predicted,change,change %,P(>= +2%),P(<= -2%),P(up)');
  expect(rows).toHaveLength(7);
  expect(rows[0]).toMatch(/^2026-11-21,(BUY|HOLD|SELL),\d+\.\d+(,-?\d+(\.\d+)?(e-\d+)?){5}$/);
});

test('the track record, a row for each measure', async () => {
  const { analysis } = await sampleData('AAPL', 7);
  const { note, head, rows } = await exported(
    <TrackRecordCard record={analysis.trackRecord} />,
    'Track record, 7 days ahead',
  );
  expect(note).toBe(SCORES);
  expect(head).toBe('measure,value,low,high,held against,n,not overlapping,from,to,in-sample');
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatch(
    /^80% range held,(0\.\d+|1),0\.\d+,(0\.\d+|1),0\.8,\d+,[\d.]+,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,(yes|no)$/,
  );
});

test('the indicators of the last 20 sessions', async () => {
  const rows = indicatorRows(await sampleData('AAPL', 7), 20);
  expect(rows[0]).toEqual(['date', 'rsi14', 'ema20', 'macd', 'macd signal', 'macd histogram']);
  expect(rows).toHaveLength(21);
  expect(rows.at(-1)).toEqual(['2026-11-20', ...Array.from({ length: 5 }, () => expect.any(Number))]);
});

test('the sentiment, without the words of the headlines', async () => {
  const headline = { headline: 'Up', score: 0.6, datetime: 1_700_000_000, url: '', source: 'Reuters' };
  const sentiment = { score: 0.35, label: 'Bullish', article_count: 1, headlines: [headline] };
  const { note, head, rows } = await exported(
    <SentimentCard
      sentiment={{ ...sentiment, source: 'finnhub', as_of: '' } as unknown as SentimentResponse}
    />,
    'Stock Sentiment',
  );
  expect(note).toBe(ESTIMATE);
  expect(head).toBe('published,source,score,label');
  expect(rows).toEqual([',all headlines,0.35,Bullish', '2023-11-14T22:13:20.000Z,Reuters,0.6,Very Bullish']);
});

test.each([
  [
    'Calibration of 7-day ranges: Candor (dots), constant volatility (squares)',
    'nominal,covered,low,high,constant volatility,low,high',
    /^0\.\d+(,[\d.]+){6}$/,
  ],
  [
    'Skill by year, 7-day ranges',
    'year,in-sample,n,not overlapping,error saved,low,high,80% held,low,high',
    /^\d{4},(yes|no),\d+(,-?[\d.]*){7}$/,
  ],
  [
    'Back-test errors, 7-day ranges',
    'measure,Candor,low,high,constant volatility,low,high',
    /^loss of the range, % of price(,[\d.]+){6}$/,
  ],
])('the back-test: %s', async (title, columns, row) => {
  const { candles, response } = await listingData(sampleResponse('AAPL', 500), 7);
  const result = backTest(candles, 'daily');
  if (result === null) throw new Error('expected a back-test');
  const card = <BackTestReport result={result} response={response} shownHorizonDays={7} />;
  const { note, head, rows } = await exported(card, title);
  expect(note).toBe(SCORES);
  expect(head).toBe(columns);
  expect(rows[0]).toMatch(row);
});

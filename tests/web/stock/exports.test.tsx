/** What stands in the file of a listing's table, whatever region the reader has chosen. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../support/web/patience.ts';
import { ForecastTable } from '../../../web/features/stock/report/forecast-table.tsx';
import { ProvenanceProvider } from '../../../web/shared/export/export-buttons.tsx';
import { changeSettings } from '../../../web/shared/user-data/change-settings.ts';
import { DEFAULT_SETTINGS } from '../../../web/shared/user-data/settings.ts';
import { SettingsProvider } from '../../../web/shared/user-data/settings-provider.tsx';
import { sampleData } from './sample-response.ts';

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

test('the forecast, a row for each day', async () => {
  const data = await sampleData('AAPL', 7);
  const { note, head, rows } = await exported(<ForecastTable data={data} />, 'Forecast Signals');
  expect(note).toBe(ESTIMATE);
  expect(head).toBe('date,signal,predicted,change,change %,P(>= +2%),P(<= -2%),P(up)');
  expect(rows).toHaveLength(7);
  expect(rows[0]).toMatch(/^2026-11-21,(BUY|HOLD|SELL),\d+\.\d+(,-?\d+(\.\d+)?(e-\d+)?){5}$/);
});

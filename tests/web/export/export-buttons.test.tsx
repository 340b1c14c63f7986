import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '#support/web/patience.ts';
import { ExportButton } from '#web/shared/export/export-buttons.tsx';

const PROVENANCE = { subject: 'AAPL', source: 'Yahoo', asOf: '2026-11-20T20:59:00Z' };

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a failed export is reported beside the button until the next one', async () => {
  const cause = new Error('No rows.');
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
  let isBroken = true;
  const rows = () => {
    if (isBroken) throw cause;
    return [['date']];
  };
  const exportable = { title: 'Performance', kind: 'prices', rows } as const;
  const { container } = render(<ExportButton exportable={exportable} provenance={PROVENANCE} />);
  const said = () => container.querySelector('[aria-live="polite"]')?.textContent;
  expect(said()).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Export Performance as CSV' }));
  await waitFor(() => expect(said()).toBe('Couldn’t create the file. Try again.'));
  expect(logged).toHaveBeenCalledWith('Couldn’t create the file. Try again.', cause);
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Export Performance as CSV' }));
  await waitFor(() => expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledOnce());
  expect(said()).toBe('');
});

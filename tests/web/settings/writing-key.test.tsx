import { act, render, renderHook, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { formatFixed } from '../../../web/shared/format/conventions.ts';
import { changeSettings } from '../../../web/shared/settings/settings-in-force.ts';
import { DEFAULT_SETTINGS } from '../../../web/shared/settings/settings.ts';
import { useWritingKey, useWritten } from '../../../web/shared/settings/writing-key.ts';

afterEach(() => changeSettings(DEFAULT_SETTINGS));

/** The root element tells of its attributes in a task of its own. */
const change = (...settings: Parameters<typeof changeSettings>) =>
  act(async () => changeSettings(...settings));

function Amount() {
  return <p>{formatFixed(1.5, 2)}</p>;
}

function Page() {
  const [born] = useState(() => crypto.randomUUID());
  useWritingKey();
  return (
    <main id={born}>
      <Amount />
    </main>
  );
}

test('a page is written by the new settings and keeps its state', async () => {
  render(<Page />);
  const { id } = screen.getByRole('main');
  await change({ region: 'de' });
  expect(screen.getByText('1,50')).toBeTruthy();
  expect(screen.getByRole('main').id).toBe(id);
});

test('what is kept is made anew with its dependencies and with each setting that is written by, and not else', async () => {
  const make = vi.fn<() => string>(() => formatFixed(1.5, 2));
  const { result, rerender } = renderHook(({ dep }) => useWritten(make, [dep]), { initialProps: { dep: 1 } });
  rerender({ dep: 1 });
  expect(make).toHaveBeenCalledTimes(1);
  rerender({ dep: 2 });
  expect(make).toHaveBeenCalledTimes(2);
  await change({ palette: 'safe' });
  expect(make).toHaveBeenCalledTimes(2);
  await change({ region: 'fr' });
  await change({ clock: 'local' });
  await change({ traffic: 'reduced' });
  expect(make).toHaveBeenCalledTimes(5);
  expect(result.current).toBe('1,50');
});

import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { UpdateNotice } from '#web/app/update-notice.tsx';
import { withSettings } from '#web/shared/user/change-settings.ts';
import { edit } from '#support/web/user-store.ts';
import { renderPage, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();

test('with reduced data an open page checks for no newer build, however long it stays open', async () => {
  vi.useFakeTimers();
  const update = vi.fn<() => Promise<void>>(async () => undefined);
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => ({ update }),
  });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { serviceWorker }));
  const { store } = renderPage(<UpdateNotice />);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(update).toHaveBeenCalledTimes(2);
  act(() => void edit(store, withSettings({ traffic: 'reduced' })));
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(update).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

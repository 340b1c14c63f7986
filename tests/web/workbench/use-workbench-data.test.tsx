import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { useIntraday, type Listing } from '../../../web/features/workbench/use-workbench-data.ts';
import { parseWorkbench } from '../../../web/features/workbench/workbench-url.ts';

const listing = (prices: 'recorded' | undefined) =>
  ({
    response: { prices },
    traded: { listing: { timezone: 'UTC', calendar: 'daily' }, session: null },
  }) as unknown as Listing;

function load(shown: Listing) {
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useIntraday(parseWorkbench('?ticker=NVDA&range=1D'), shown), { wrapper }).result;
}

test('of recorded prices no minutes are asked for, and the reason is plain', async () => {
  const asked = vi.fn<typeof fetch>(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', asked);
  const recorded = load(listing('recorded'));
  expect(recorded.current.failure).toEqual({
    message: 'Recorded prices have no bars within the day. Choose a longer range.',
    remedy: { kind: 'none' },
  });
  expect(asked).not.toHaveBeenCalled();
  const live = load(listing(undefined));
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  expect(live.current.failure).toBeNull();
  vi.unstubAllGlobals();
});

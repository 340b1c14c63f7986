import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { inStore, userStore } from '#support/web/user-store.ts';
import { useOutlook } from '#web/features/holdings/use-outlook.ts';
import { ValueCard } from '#web/features/holdings/value-card.tsx';
import { ruleTexts } from '#web/features/holdings/outlook-words.ts';
import { RequestError } from '#web/shared/api/client.ts';
import { useFormat } from '#web/shared/format/use-format.ts';

// uPlot asks for it while it is loaded.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => new EventTarget()));

afterEach(cleanup);

/** Withheld listings, whose range needs no computing, by their currencies; any other ticker fails to load. */
async function shown(currencies: Readonly<Record<string, string>>, ...tickers: readonly string[]) {
  const client = new QueryClient();
  vi.spyOn(client, 'query').mockImplementation(async ({ queryKey }) => {
    const ticker = (queryKey as string[]).find((part) => tickers.includes(part)) ?? '';
    const currency = currencies[ticker];
    if (currency === undefined) throw new RequestError({ reason: 'unreachable' });
    return {
      ticker,
      response: {
        ticker,
        currency,
        source: 'yahoo',
        as_of: '2026-11-25T21:00:00Z',
        exchange_timezone: 'America/New_York',
      },
      candles: { time: new Float64Array(), close: new Float64Array() },
      analysis: { currentPrice: 20, dayChange: 0 },
      absence: { reason: 'set_price' },
    };
  });
  const positions = tickers.map((ticker) => ({ ticker, name: '', quantity: 10, entered: '2026-11-25' }));
  function Page() {
    const outlook = useOutlook('Mine', positions, 7, null);
    const format = useFormat();
    return (
      outlook && (
        <>
          <ValueCard outlook={outlook} />
          <p>{ruleTexts(format, outlook).join(' ')}</p>
        </>
      )
    );
  }
  const Store = inStore(userStore());
  render(
    <Store>
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    </Store>,
  );
  await screen.findByRole('heading', { name: 'Mine' });
  return document.body.textContent ?? '';
}

test('a listing in an unknown currency is left out by its reason, and decides no other’s currency', async () => {
  const text = await shown({ ODD: '', MMF: 'EUR' }, 'ODD', 'MMF');
  expect(text).toContain('€200');
  expect(text).toContain('Without 1 of 2 holdings');
  expect(text).toContain('Not included: ODD: The currency of its prices isn’t known.');
});

test('holdings that cannot be loaded have no value, instead of one of 0', async () => {
  const text = await shown({}, 'AAPL', 'MSFT');
  expect(text).not.toContain('0.00');
  expect(text).toContain('Couldn’t load any of these holdings.');
  expect(text).toContain('Not included: AAPL');
});

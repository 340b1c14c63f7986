import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { App } from '#web/app/app.tsx';
import { refusalText } from '#web/app/refusal-notice.tsx';
import { getTagged } from '#web/shared/api/client.ts';
import { formatFor } from '#compute';
import { renderPage, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();

/** The API's health response for a live market whose source fails. */
async function respond(input: RequestInfo | URL): Promise<Response> {
  if (!String(input).endsWith('/api/health')) {
    const headers = { 'cache-status': 'candor; hit; ttl=-3600; detail=upstream_refused' };
    return Response.json({}, { headers });
  }
  const refusing = { name: 'yahoo', breaker: 'open', last_success_at: null };
  return Response.json({
    status: 'ok',
    version: '1',
    market_data: 'live',
    providers: [{ ...refusing, refused_since: new Date(Date.now() - 3_600_000).toISOString() }],
  });
}

beforeEach(() => vi.stubGlobal('fetch', vi.fn(respond)));

it('says on any page that a source has refused for an hour, since when, and what can be done', async () => {
  history.replaceState(null, '', '/about');
  renderPage(<App />);
  expect(fetch).not.toHaveBeenCalledWith('/api/health', expect.anything());
  await act(() => getTagged('/api/stock/AAPL', (_body): _body is unknown => true));
  expect((await screen.findByText(/^Yahoo has refused/)).textContent).toMatch(/second source\.$/);
});

it('a refusal of less than an hour is not mentioned', () => {
  const health = {
    status: 'ok',
    version: '1',
    market_data: 'live',
    providers: [
      { name: 'finnhub', breaker: 'closed', last_success_at: null, refused_since: null },
      { name: 'yahoo', breaker: 'open', last_success_at: null, refused_since: '2026-11-24T11:00:00Z' },
    ],
  } as const;
  const format = formatFor({ region: 'us', clock: 'utc' });
  const noon = Date.UTC(2026, 10, 24, 12);
  expect(refusalText(format, health, noon - 1)).toBeNull();
  expect(refusalText(format, health, noon)).toContain('since Nov 24, 11:00 UTC.');
});

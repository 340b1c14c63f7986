import { expect, test } from 'vitest';
import { parseTicker } from '#compute';
import {
  bundledListings,
  listingName,
  searchBundled,
} from '../../../worker/market-data/bundled/bundled-listings.ts';

test('there are at least 500 listings, each with a valid symbol, a name, a venue and a currency', () => {
  const listings = [...bundledListings().values()];
  expect(listings.length).toBeGreaterThanOrEqual(500);
  for (const { symbol, name, exchange, currency } of listings) {
    expect(parseTicker(symbol)).toEqual({ ok: true, value: symbol });
    expect(name).toMatch(/\S/);
    expect(exchange).toMatch(/\S/);
    expect(currency).toMatch(/^([A-Z]{3}|GBp|ZAc|ILA)$/);
  }
});

test('a listing has the currency of its venue, in the unit that is quoted there', () => {
  expect(bundledListings().get('VOD.L')).toMatchObject({ currency: 'GBp', country: 'United Kingdom' });
  expect(bundledListings().get('NPN.JO')).toMatchObject({ currency: 'ZAc' });
  expect(bundledListings().get('LUMI.TA')).toMatchObject({ currency: 'ILA' });
  expect(bundledListings().get('BTC-USD')).toMatchObject({ currency: 'USD', exchange: 'Crypto' });
});

test('the search finds a symbol first, then the start of a name, and class shares with a dot', () => {
  expect(searchBundled('t')[0]?.symbol).toBe('T');
  expect(searchBundled('brk.b')[0]?.symbol).toBe('BRK-B');
  expect(searchBundled('loreal')).toEqual([]);
  expect(searchBundled("l'oreal")[0]?.symbol).toBe('OR.PA');
  expect(searchBundled('micro').length).toBeGreaterThan(2);
  expect(searchBundled('a')).toHaveLength(10);
  expect(searchBundled('qqqqqq')).toEqual([]);
});

test('a name is known by its symbol', () => {
  expect(listingName('AAPL')).toBe('Apple');
  expect(listingName('ZZZZ')).toBeNull();
});

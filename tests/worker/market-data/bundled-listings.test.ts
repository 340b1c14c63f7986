import { expect, test } from 'vitest';
import { parseTicker } from '#compute';
import { bundledListings } from '../../../worker/market-data/bundled/bundled-listings.ts';

const listings = bundledListings();

test('there are at least 500 listings, each with a valid symbol of its own, a name, a venue and a currency', () => {
  expect(listings.length).toBeGreaterThanOrEqual(500);
  expect(new Set(listings.map(({ symbol }) => symbol)).size).toBe(listings.length);
  for (const { symbol, name, exchange, currency } of listings) {
    expect(parseTicker(symbol)).toEqual({ ok: true, value: symbol });
    expect(name).toMatch(/\S/);
    expect(exchange).toMatch(/\S/);
    expect(currency).toMatch(/^([A-Z]{3}|GBp|ZAc|ILA)$/);
  }
});

test.each([
  ['VOD.L', { currency: 'GBp', country: 'United Kingdom' }],
  ['NPN.JO', { currency: 'ZAc' }],
  ['LUMI.TA', { currency: 'ILA' }],
  ['BTC-USD', { currency: 'USD', exchange: 'Crypto' }],
])('%s has the currency of its venue, in the unit that is quoted there', (symbol, facts) => {
  expect(listings.find((listing) => listing.symbol === symbol)).toMatchObject(facts);
});

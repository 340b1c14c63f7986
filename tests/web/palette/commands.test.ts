// @vitest-environment node
import { expect, test } from 'vitest';
import {
  commandsFor,
  defaultCommandIndex,
  matching,
  ownCommands,
  tickerCommands,
  verbCommands,
  type PalettePlace,
} from '#web/features/palette/commands.ts';
import { listing } from '../search/listing.ts';

const STOCK = {
  pathname: '/prediction',
  search: 'ticker=NVDA&days=14',
  analysisPath: '/prediction',
  isSignedIn: true,
  isAdmin: false,
  hasShortcuts: true,
};
const HOME = { ...STOCK, pathname: '/', search: '', analysisPath: '/demo', isSignedIn: false };
const NVDA = listing('NVDA', 'NVIDIA Corp');

const labels = (query: string, place = STOCK) =>
  matching(commandsFor(place), query).map(({ label }) => label);
const hints = (place: PalettePlace) => commandsFor(place).flatMap(({ hint }) => hint ?? []);

test('labels are unique, so that each identifies its command', () => {
  const all = commandsFor(STOCK).map(({ label }) => label);
  expect(new Set(all).size).toBe(all.length);
});

test('ranges and horizons are offered on the stock page only, and keep the rest of its URL', () => {
  const all = commandsFor(STOCK);
  expect(all.find(({ label }) => label === 'Range 6M')?.action).toEqual({
    do: 'go',
    href: '/prediction?ticker=NVDA&days=14&range=6M',
  });
  expect(all.find(({ label }) => label === 'Horizon 30 days')?.action).toEqual({
    do: 'go',
    href: '/prediction?ticker=NVDA&days=30',
  });
  expect(commandsFor(HOME).some(({ group }) => group === 'Range' || group === 'Horizon')).toBe(false);
});

test('a guest is offered to sign in, a user their account', () => {
  expect(labels('log', HOME)).toEqual(['Log In']);
  expect(labels('profile', HOME)).toEqual([]);
  expect(labels('profile')).toEqual(['Profile']);
  expect(labels('log in')).toEqual([]);
  expect(labels('system')).toEqual([]);
  expect(labels('system', { ...STOCK, isAdmin: true })).toEqual(['System status']);
});

test('every word of a query must begin a word of the command, in any order and case', () => {
  expect(labels('DARK')).toEqual(['Theme: Dark']);
  expect(labels('mode light')).toEqual(['Theme: Light']);
  expect(labels('safe col')).toEqual(['Gain and loss colors: Color-blind safe']);
  expect(labels('ark')).toEqual([]);
  expect(labels('  ')).toHaveLength(commandsFor(STOCK).length);
});

test('a listing opens on the current horizon and range, from other pages on the defaults', () => {
  expect(tickerCommands('nv', [NVDA], STOCK)[0]).toMatchObject({
    label: 'NVDA',
    hint: 'NVIDIA Corp',
    action: { do: 'go', href: '/prediction?ticker=NVDA&days=14' },
  });
  expect(tickerCommands('nvda', [NVDA], HOME).map(({ action }) => action)).toEqual([
    { do: 'go', href: '/demo?ticker=NVDA' },
  ]);
});

test('own listings appear once each: recent ones, then five stars, or all stars that match a query', () => {
  const stars = ['NVDA', 'A', 'B', 'C', 'D', 'E', 'F'].map((symbol) => ({ symbol, name: `${symbol} Inc.` }));
  const own = (query: string) =>
    ownCommands(query, [NVDA], stars, STOCK).map(({ group, label }) => `${group} ${label}`);
  expect(own('')).toEqual([
    'Recent NVDA',
    'Watchlist A',
    'Watchlist B',
    'Watchlist C',
    'Watchlist D',
    'Watchlist E',
  ]);
  expect(own('f')).toEqual(['Watchlist F']);
  expect(own('nvidia')).toEqual(['Recent NVDA']);
  expect(own('recent')).toEqual(['Recent NVDA']);
  expect(ownCommands('', [NVDA], [], STOCK)[0]?.action).toEqual({
    do: 'go',
    href: '/prediction?ticker=NVDA&days=14',
  });
});

test('a recent or starred listing is not offered again as a search result or as typed', () => {
  const offered = ownCommands('nvda', [NVDA], [], HOME);
  expect(tickerCommands('nvda', [NVDA], HOME, offered)).toEqual([]);
  expect(tickerCommands('nvda', [], HOME, offered)).toEqual([]);
});

test('a text that can be a ticker is offered as typed unless the search found it', () => {
  expect(tickerCommands('brk.b', [], HOME).map(({ label }) => label)).toEqual(['Analyze BRK-B']);
  expect(tickerCommands('', [], HOME)).toEqual([]);
  expect(tickerCommands('two words', [], HOME)).toEqual([]);
});

test('Enter opens the typed ticker, even if a recent listing that starts with it is above', () => {
  const own = ownCommands('nv', [NVDA], [], HOME);
  const found = [{ symbol: 'NV', name: 'Another' }];
  const commands = [...own, ...tickerCommands('nv', found, HOME, own)];
  expect(commands.map(({ label }) => label)).toEqual(['NVDA', 'NV']);
  expect(defaultCommandIndex(commands, 'nv')).toBe(1);
  expect(defaultCommandIndex(commands, 'nvid')).toBe(0);
  expect(tickerCommands('nvidia', found, HOME).map(({ label }) => label)).toEqual(['NV', 'Analyze NVIDIA']);
  expect(defaultCommandIndex(commands, '')).toBe(0);
});

test.each([
  ['alert', ['Alerts for NVDA']],
  ['star', ['Star or unstar NVDA']],
  ['compare tsla', ['Compare NVDA with TSLA']],
  ['tsla workbench', ['TSLA in the workbench']],
  ['star bulk', []],
  ['nvda', []],
])('“%s” finds what to do with a listing: %j', (query, found) => {
  expect(verbCommands(query, [], STOCK).map(({ label }) => label)).toEqual(found);
});

test('Enter runs the verb that is typed, even if a recent listing’s name begins with it', () => {
  const own = ownCommands('star', [listing('SBUX', 'Starbucks Corp')], [], STOCK);
  const commands = [...own, ...verbCommands('star', [], STOCK)];
  expect(commands.map(({ label }) => label)).toEqual(['SBUX', 'Star or unstar NVDA']);
  expect(defaultCommandIndex(commands, 'star')).toBe(1);
});

test('a guest has the verbs that need no account, on pages with a listing', () => {
  const demo = { ...HOME, pathname: '/demo', search: 'ticker=KO' };
  expect(verbCommands('', [], demo).map(({ action }) => action)).toEqual([
    { do: 'go', href: '/compare?tickers=KO' },
    { do: 'go', href: '/workbench?ticker=KO' },
  ]);
  expect(verbCommands('', [], HOME)).toEqual([]);
  expect(labels('sign out')).toEqual(['Sign out']);
  expect(labels('sign out', demo)).toEqual([]);
});

test('keys are shown only while they work', () => {
  expect(hints(STOCK)).toEqual(['1', '2', '3', '4', '5', '6', '?']);
  expect(hints({ ...STOCK, hasShortcuts: false })).toEqual([]);
});

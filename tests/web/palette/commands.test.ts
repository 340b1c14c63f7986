// @vitest-environment node
import { expect, test } from 'vitest';
import { commandsFor, defaultCommandIndex, type PalettePlace } from '#web/features/palette/commands.ts';
import { overlayAtom } from '#web/shared/ui/overlay.ts';
import { settingsAtom } from '#web/shared/user/settings.ts';
import { watchlistAtom } from '#web/shared/user/watchlist.ts';
import { userStore } from '#support/web/user-store.ts';
import { listing } from '../search/listing.ts';

const STOCK: PalettePlace = {
  pathname: '/prediction',
  search: 'ticker=NVDA&days=14',
  analysisPath: '/prediction',
  isSignedIn: true,
  isAdmin: false,
  hasShortcuts: true,
  recent: [],
  starred: [],
  found: [],
};
const HOME = { ...STOCK, pathname: '/', search: '', analysisPath: '/demo', isSignedIn: false };
const NVDA = listing('NVDA', 'NVIDIA Corp');

const labels = (query: string, place = STOCK) => commandsFor(query, place).map(({ label }) => label);
const actionOf = (label: string, place = STOCK) =>
  commandsFor('', place).find((command) => command.label === label)?.action;
const inGroups = (query: string, place: PalettePlace, ...groups: string[]) =>
  commandsFor(query, place).flatMap(({ group, label }) =>
    groups.includes(group) ? `${group} ${label}` : [],
  );

test('labels are unique, so that each identifies its command', () => {
  const all = labels('');
  expect(new Set(all).size).toBe(all.length);
});

test('ranges and horizons are offered on the stock page only, and keep the rest of its URL', () => {
  expect(actionOf('Range 6M')).toBe('/prediction?ticker=NVDA&days=14&range=6M');
  expect(actionOf('Horizon 30 days')).toBe('/prediction?ticker=NVDA&days=30');
  expect(inGroups('', HOME, 'Range', 'Horizon')).toEqual([]);
});

test('a guest is offered to sign in, a user their account', () => {
  expect(inGroups('log', HOME, 'Pages')).toEqual(['Pages Log In']);
  expect(inGroups('profile', HOME, 'Pages')).toEqual([]);
  expect(inGroups('profile', STOCK, 'Pages')).toEqual(['Pages Profile']);
  expect(inGroups('log in', STOCK, 'Pages')).toEqual([]);
  expect(inGroups('system', STOCK, 'Pages')).toEqual([]);
  expect(inGroups('system', { ...STOCK, isAdmin: true }, 'Pages')).toEqual(['Pages System status']);
});

test('every word of a query must begin a word of the command, in any order and case', () => {
  expect(inGroups('DARK', STOCK, 'Settings')).toEqual(['Settings Theme: Dark']);
  expect(labels('mode light')).toEqual(['Theme: Light']);
  expect(labels('safe col')).toEqual(['Gain and loss colors: Color-blind safe']);
  expect(inGroups('ark', STOCK, 'Settings')).toEqual([]);
  expect(labels('  ')).toEqual(labels(''));
});

test('a listing opens on the current horizon and range, from other pages on the defaults', () => {
  expect(commandsFor('nv', { ...STOCK, found: [NVDA] })[0]).toMatchObject({
    label: 'NVDA',
    hint: 'NVIDIA Corp',
    action: '/prediction?ticker=NVDA&days=14',
  });
  expect(commandsFor('nvda', { ...HOME, found: [NVDA] }).map(({ action }) => action)).toEqual([
    '/demo?ticker=NVDA',
  ]);
  expect(actionOf('NVDA', { ...STOCK, recent: [NVDA] })).toBe('/prediction?ticker=NVDA&days=14');
});

test('own listings appear once each: recent ones, then five stars, or all stars that match a query', () => {
  const starred = ['NVDA', 'A', 'B', 'C', 'D', 'E', 'F'].map((symbol) => ({
    symbol,
    name: `${symbol} Inc.`,
  }));
  const own = (query: string) =>
    inGroups(query, { ...STOCK, recent: [NVDA], starred }, 'Recent', 'Watchlist');
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
});

test('a recent or starred listing is not offered again as a search result or as typed', () => {
  const place = { ...HOME, recent: [NVDA] };
  expect(labels('nvda', { ...place, found: [NVDA] })).toEqual(['NVDA']);
  expect(labels('nvda', place)).toEqual(['NVDA']);
});

test('a text that can be a ticker is offered as typed unless the search found it', () => {
  expect(labels('brk.b', HOME)).toEqual(['Analyze BRK-B']);
  expect(inGroups('', HOME, 'Tickers')).toEqual([]);
  expect(labels('two words', HOME)).toEqual([]);
});

test('Enter opens the typed ticker, even if a recent listing that starts with it is above', () => {
  const found = [{ symbol: 'NV', name: 'Another' }];
  const commands = commandsFor('nv', { ...HOME, recent: [NVDA], found });
  expect(commands.map(({ label }) => label)).toEqual(['NVDA', 'NV']);
  expect(defaultCommandIndex(commands, 'nv')).toBe(1);
  expect(defaultCommandIndex(commands, 'nvid')).toBe(0);
  expect(labels('nvidia', { ...HOME, found })).toEqual(['NV', 'Analyze NVIDIA']);
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
  expect(inGroups(query, STOCK, 'Listing')).toEqual(found.map((label) => `Listing ${label}`));
});

test('Enter runs the verb that is typed, even if a recent listing’s name begins with it', () => {
  const commands = commandsFor('star', { ...STOCK, recent: [listing('SBUX', 'Starbucks Corp')] });
  expect(commands.map(({ label }) => label).slice(0, 2)).toEqual(['SBUX', 'Star or unstar NVDA']);
  expect(defaultCommandIndex(commands, 'star')).toBe(1);
});

test('a guest has the verbs that need no account, on pages with a listing', () => {
  const demo = { ...HOME, pathname: '/demo', search: 'ticker=KO' };
  expect(inGroups('', demo, 'Listing')).toEqual(['Listing Compare KO', 'Listing KO in the workbench']);
  expect(actionOf('Compare KO', demo)).toBe('/compare?tickers=KO');
  expect(actionOf('KO in the workbench', demo)).toBe('/workbench?ticker=KO');
  expect(inGroups('', HOME, 'Listing')).toEqual([]);
  expect(labels('sign out')).toContain('Sign out');
  expect(labels('sign out', demo)).not.toContain('Sign out');
});

test('keys are shown only while they work', () => {
  const hints = (place: PalettePlace) => commandsFor('', place).flatMap(({ hint }) => hint ?? []);
  expect(hints(STOCK)).toEqual(['1', '2', '3', '4', '5', '6', '?']);
  expect(hints({ ...STOCK, hasShortcuts: false })).toEqual([]);
});

test('a command acts on the store: it stars and says so, sets a setting, and opens a dialog', () => {
  const store = userStore();
  const run = (label: string) => {
    const action = actionOf(label);
    if (typeof action === 'function') action(store, () => undefined);
  };
  run('Star or unstar NVDA');
  expect(store.get(watchlistAtom)).toMatchObject([{ ticker: 'NVDA', name: '' }]);
  expect(store.get(overlayAtom)).toMatchObject({ text: 'NVDA added to your watchlist.' });
  run('Star or unstar NVDA');
  expect(store.get(watchlistAtom)).toEqual([]);
  expect(store.get(overlayAtom)).toMatchObject({ text: 'NVDA removed from your watchlist.' });
  run('Gain and loss colors: Color-blind safe');
  expect(store.get(settingsAtom).palette).toBe('safe');
  run('Alerts for NVDA');
  expect(store.get(overlayAtom)).toEqual({ alertsFor: 'NVDA' });
});

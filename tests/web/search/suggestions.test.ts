// @vitest-environment node
import type { SearchResult } from '#worker/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Suggestions } from '#web/shared/search/suggestions.ts';
import { rememberListing } from '#web/shared/user/recent-listings.ts';
import { edit, userStore } from '#support/web/user-store.ts';
import { listing } from './listing.ts';

function setUp(recent: readonly SearchResult[] = []) {
  const calls: {
    text: string;
    answer: (items: readonly SearchResult[]) => void;
    fail: (failure: Error) => void;
  }[] = [];
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const store = userStore();
  for (const { symbol: ticker, name: company_name, exchange, currency } of recent.toReversed())
    edit(store, rememberListing({ ticker, company_name, exchange, currency }));
  const suggestions = new Suggestions(
    store,
    '',
    (text) => new Promise((answer, fail) => calls.push({ text, answer, fail })),
  );
  const list = () => suggestions.state;
  const input = () => suggestions.state.text;
  async function found(text: string, ...symbols: string[]) {
    suggestions.type(text);
    await vi.advanceTimersByTimeAsync(250);
    calls.at(-1)?.answer(symbols.map((symbol) => listing(symbol)));
    await vi.advanceTimersByTimeAsync(0);
  }
  return { suggestions, calls, logged, list, input, found };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('typing', () => {
  test('upper-cases the input', () => {
    const { suggestions, input } = setUp();
    suggestions.type('nv');
    expect(input()).toBe('NV');
  });

  test('looks up the last text, trimmed, after 250 ms and not before', async () => {
    const { suggestions, calls } = setUp();
    suggestions.type('n');
    await vi.advanceTimersByTimeAsync(249);
    suggestions.type(' nv ');
    await vi.advanceTimersByTimeAsync(249);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.map(({ text }) => text)).toEqual(['NV']);
  });

  test.each(['', '   '])('of %j clears the list and looks nothing up', async (text) => {
    const { suggestions, calls, list, found } = setUp();
    await found('nv', 'NVDA');
    suggestions.type(text);
    await vi.advanceTimersByTimeAsync(1000);
    expect(list()).toMatchObject({ items: [], isOpen: false });
    expect(calls).toHaveLength(1);
  });

  test('deselects the active option when the user types on, so Enter submits the text', async () => {
    const { suggestions, list, found } = setUp();
    await found('nv', 'NVDA');
    suggestions.press('ArrowDown');
    suggestions.type('nvo');
    expect(list()).toMatchObject({ isOpen: true, activeIndex: null });
  });

  test('further drops the results of the earlier lookup', async () => {
    const { suggestions, calls, list } = setUp();
    suggestions.type('n');
    await vi.advanceTimersByTimeAsync(250);
    suggestions.type('nv');
    await vi.advanceTimersByTimeAsync(250);
    calls[1]?.answer([listing('NVDA')]);
    calls[0]?.answer([listing('NFLX')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(list().items.map(({ symbol }) => symbol)).toEqual(['NVDA']);
  });
});

describe('a lookup', () => {
  test('opens the list', async () => {
    const { list, found } = setUp();
    await found('nv', 'NVDA', 'QQQ');
    expect(list()).toMatchObject({ isOpen: true, activeIndex: null, status: 'found' });
  });

  test('keeps the active option at its new position', async () => {
    const { suggestions, calls, list, found } = setUp();
    await found('nv', 'NVDA', 'NVO');
    suggestions.type('nvd');
    suggestions.press('ArrowDown');
    await vi.advanceTimersByTimeAsync(250);
    calls[1]?.answer([listing('NVD.DE'), listing('NVDA')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(list()).toMatchObject({ isOpen: true, activeIndex: 1 });
  });

  test('without the active option deselects it', async () => {
    const { suggestions, calls, list, found } = setUp();
    await found('nv', 'NVDA', 'NVO');
    suggestions.type('nvo');
    suggestions.press('ArrowDown');
    await vi.advanceTimersByTimeAsync(250);
    calls[1]?.answer([listing('NVO')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(list()).toMatchObject({ isOpen: true, activeIndex: null });
  });

  test('without matches keeps the list closed and says so', async () => {
    const { list, found } = setUp();
    await found('zzz');
    expect(list()).toMatchObject({ items: [], isOpen: false, status: 'found' });
  });

  test('that fails is logged, clears and hides the list, and is not "no matches"', async () => {
    const { suggestions, calls, logged, list, found } = setUp();
    await found('nv', 'NVDA');
    suggestions.type('nvd');
    await vi.advanceTimersByTimeAsync(250);
    const failure = new Error('malformed');
    calls[1]?.fail(failure);
    await vi.advanceTimersByTimeAsync(0);
    expect(logged).toHaveBeenLastCalledWith('Suggestion lookup failed', failure);
    expect(list()).toMatchObject({ items: [], isOpen: false, status: 'failed' });
  });

  test('that ends after blur opens the list only on focus', async () => {
    const { suggestions, calls, list } = setUp();
    suggestions.type('nv');
    await vi.advanceTimersByTimeAsync(250);
    suggestions.blur();
    calls[0]?.answer([listing('NVDA')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(list().isOpen).toBe(false);
    suggestions.focus();
    expect(list().isOpen).toBe(true);
  });
});

describe('focus', () => {
  test('lost hides the list after 150 ms and not before', async () => {
    const { suggestions, list, found } = setUp();
    await found('nv', 'NVDA');
    suggestions.blur();
    await vi.advanceTimersByTimeAsync(149);
    expect(list().isOpen).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(list().isOpen).toBe(false);
  });

  test('back shows the list again, if there is one', async () => {
    const { suggestions, list, found } = setUp();
    suggestions.focus();
    expect(list().isOpen).toBe(false);
    await found('nv', 'NVDA');
    suggestions.blur();
    await vi.advanceTimersByTimeAsync(150);
    suggestions.focus();
    expect(list().isOpen).toBe(true);
  });

  test('back within 150 ms keeps it open', async () => {
    const { suggestions, list, found } = setUp();
    await found('nv', 'NVDA');
    suggestions.blur();
    suggestions.focus();
    await vi.advanceTimersByTimeAsync(1000);
    expect(list().isOpen).toBe(true);
  });
});

describe('submitting', () => {
  test('returns the text trimmed and in upper case, and clears and hides the list', async () => {
    const { suggestions, list, input, found } = setUp();
    await found(' nvda ', 'NVDA');
    expect(suggestions.submit()).toBe('NVDA');
    expect(input()).toBe('NVDA');
    expect(list()).toMatchObject({ items: [], isOpen: false });
  });

  test('cancels the pending lookup', async () => {
    const { suggestions, calls } = setUp();
    suggestions.type('nv');
    suggestions.submit();
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls).toHaveLength(0);
  });

  test('returns the active option instead of the text', async () => {
    const { suggestions, input, found } = setUp();
    await found('n', 'NVDA', 'NFLX');
    suggestions.press('ArrowUp');
    expect(suggestions.submit()).toEqual(listing('NFLX'));
    expect(input()).toBe('NFLX');
  });

  test('an empty text is ignored', () => {
    const { suggestions } = setUp();
    suggestions.type('  ');
    expect(suggestions.submit()).toBeNull();
  });
});

test('choosing sets the text, and hides and clears the list', async () => {
  const { suggestions, list, input, found } = setUp();
  await found('nv', 'NVDA');
  expect(suggestions.choose(listing('NVDA')).symbol).toBe('NVDA');
  expect(input()).toBe('NVDA');
  expect(list()).toMatchObject({ items: [], isOpen: false });
});

describe('the keyboard', () => {
  test('moves through the options and wraps both ways', async () => {
    const { suggestions, list, found } = setUp();
    await found('n', 'NVDA', 'NFLX');
    const seen = [1, 1, 1, -1].map((step) => {
      suggestions.press(step === 1 ? 'ArrowDown' : 'ArrowUp');
      return list().activeIndex;
    });
    expect(seen).toEqual([0, 1, 0, 1]);
  });

  test('up from the text goes to the last option', async () => {
    const { suggestions, list, found } = setUp();
    await found('n', 'NVDA', 'NFLX');
    suggestions.press('ArrowUp');
    expect(list().activeIndex).toBe(1);
  });

  test('Escape closes an open list, then clears the text, then is left to the page', async () => {
    const { suggestions, list, input, found } = setUp();
    await found('n', 'NVDA');
    expect(suggestions.press('Escape')).toBe(true);
    expect([list().isOpen, input()]).toEqual([false, 'N']);
    expect(suggestions.press('Escape')).toBe(true);
    expect([list().items, input()]).toEqual([[], '']);
    expect(suggestions.press('Escape')).toBe(false);
  });
});

describe('recent listings', () => {
  const recent = ['MSFT', 'AAPL'].map((symbol) => Object.assign(listing(symbol), { country: '' }));

  test('open on focus of an empty field, and only there', async () => {
    const { suggestions, list } = setUp(recent);
    suggestions.focus();
    expect(list()).toMatchObject({ items: recent, isOpen: true, status: 'recent' });
    suggestions.type('n');
    suggestions.reset();
    suggestions.focus();
    expect(list()).toMatchObject({ items: [], isOpen: false });
  });

  test('open on an arrow key in a field that was just cleared, which itself shows nothing', () => {
    const { suggestions, list } = setUp(recent);
    suggestions.type('');
    expect(list().isOpen).toBe(false);
    suggestions.press('ArrowDown');
    expect(list()).toMatchObject({ isOpen: true, status: 'recent', activeIndex: null });
    suggestions.press('ArrowDown');
    expect(list().activeIndex).toBe(0);
  });

  test('disappear at the first letter, before any results arrive', () => {
    const { suggestions, list } = setUp(recent);
    suggestions.focus();
    suggestions.type('n');
    expect(list()).toMatchObject({ items: [], isOpen: false, status: 'searching' });
  });

  test('give way to matches', async () => {
    const { suggestions, list, found } = setUp(recent);
    suggestions.focus();
    await found('nv', 'NVDA');
    expect(list()).toMatchObject({ items: [listing('NVDA')], isOpen: true, status: 'found' });
  });

  test('are empty for a new user', () => {
    const { suggestions, list } = setUp([]);
    suggestions.focus();
    suggestions.press('ArrowDown');
    expect(list().isOpen).toBe(false);
  });
});

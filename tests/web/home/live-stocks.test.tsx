import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { array, assert, double, property } from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore, Provider } from '#web/store.ts';
import { hydratedAtom } from '#web/shared/browser/browser-state.ts';
import { uniform } from '../../compute/seeded.ts';
import { mediaQuery, setUpPages } from '#support/web/page-setup.tsx';
import { LiveStocks, simulateSeries } from '#web/features/home/live-stocks.tsx';

setUpPages();
beforeEach(() => void vi.useFakeTimers());

const firstCard = () => screen.getAllByRole('listitem')[0]?.textContent ?? '';
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it('each card shows symbol, name, price, signed change with its direction, and a 30-point trend', () => {
  const { container } = render(<LiveStocks />);
  expect(firstCard()).toContain('AAPL');
  expect(firstCard()).toContain('Apple Inc.');
  expect(firstCard()).toContain('$211.32');
  expect(firstCard()).toContain('▼−0.65%');
  const points = container.querySelector('li svg polyline')?.getAttribute('points') ?? '';
  expect(points.split(' ')).toHaveLength(30);
});

/** The first card's trend on a visit with this random generator. */
function trend(random: () => number) {
  vi.spyOn(Math, 'random').mockImplementation(random);
  const { container, unmount } = render(<LiveStocks />);
  const points = container.querySelector('li svg polyline')?.getAttribute('points');
  unmount();
  return points;
}

it('trends are generated on each visit, and not prerendered', () => {
  expect(trend(uniform(1))).toBe(trend(uniform(1)));
  expect(trend(uniform(1))).not.toBe(trend(uniform(2)));
  const store = createStore();
  store.set(hydratedAtom, false);
  const prerendered = renderToString(
    <Provider store={store}>
      <LiveStocks />
    </Provider>,
  );
  expect(prerendered).toContain('30-day trend');
  expect(prerendered).not.toContain('polyline');
});

it('the section says that its prices are simulated', () => {
  render(<LiveStocks />);
  expect(screen.getByRole('region', { name: 'Live Stock Data' }).textContent).toContain('Simulated prices');
});

describe('the cards stop rotating', () => {
  it('after Pause, until Play', () => {
    render(<LiveStocks />);
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    pass(30_000);
    expect(firstCard()).toContain('AAPL');
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    pass(10_000);
    expect(firstCard()).toContain('GOOGL');
  });

  it('while one of them has the focus', () => {
    render(<LiveStocks />);
    const link = screen.getAllByRole('link')[0]!;
    act(() => link.focus());
    pass(30_000);
    expect(firstCard()).toContain('AAPL');
    act(() => link.blur());
    pass(10_000);
    expect(firstCard()).toContain('GOOGL');
  });

  it('while the pointer is over them', () => {
    render(<LiveStocks />);
    // A test's DOM has no pointer.
    const pointed = vi
      .spyOn(screen.getByRole('list'), 'matches')
      .mockImplementation((selectors) => selectors.includes(':hover'));
    pass(30_000);
    expect(firstCard()).toContain('AAPL');
    pointed.mockRestore();
    pass(10_000);
    expect(firstCard()).toContain('GOOGL');
  });

  it('while the tab is hidden', () => {
    render(<LiveStocks />);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    pass(30_000);
    expect(firstCard()).toContain('AAPL');
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    pass(10_000);
    expect(firstCard()).toContain('GOOGL');
  });

  it('from the start with reduced motion', () => {
    vi.stubGlobal('matchMedia', (query: string) => mediaQuery(query.includes('reduced-motion: reduce')));
    render(<LiveStocks />);
    pass(30_000);
    expect(firstCard()).toContain('AAPL');
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  });
});

it('the ten specified stocks take turns, three at a time, every 10 seconds', () => {
  render(<LiveStocks />);
  const shown = () =>
    screen.getAllByRole('link').map(({ textContent }) => /^[A-Z]+(?=[▲▼])/.exec(textContent ?? '')?.[0]);
  expect(shown()).toEqual(['AAPL', 'TSLA', 'MSFT']);
  pass(9_999);
  expect(shown()).toEqual(['AAPL', 'TSLA', 'MSFT']);
  pass(1);
  expect(shown()).toEqual(['GOOGL', 'AMZN', 'META']);
  pass(10_000);
  expect(shown()).toEqual(['NVDA', 'AMD', 'NFLX']);
  pass(10_000);
  expect(shown()).toEqual(['COIN', 'AAPL', 'TSLA']);
  pass(10_000);
  expect(firstCard()).toContain('MSFT');
});

it('the cards go on from where they were paused, and leave no timer behind', () => {
  const { unmount } = render(<LiveStocks />);
  pass(10_000);
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  pass(60_000);
  expect(firstCard()).toContain('GOOGL');
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  pass(10_000);
  expect(firstCard()).toContain('NVDA');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

const STOCK = { symbol: 'ANY', name: 'Any', change: 0, volatility: 4, trend: -1 };

it('a simulated series starts at its base price, has the requested length, and stays positive', () => {
  const draws = array(double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1 });
  assert(
    property(draws, double({ min: 0.01, max: 1e5, noNaN: true }), (numbers, basePrice) => {
      let at = 0;
      const random = () => numbers[at++ % numbers.length] ?? 0;
      const series = simulateSeries({ ...STOCK, basePrice }, random);
      expect(series[0]).toBe(basePrice);
      expect(series).toHaveLength(30);
      expect(series.every((price) => price > 0 && Number.isFinite(price))).toBe(true);
    }),
  );
});

it('a series ends where its trend leads, so that it falls only with a falling price', () => {
  const stock = { ...STOCK, basePrice: 100, trend: 1 };
  const ends = [Math.random, () => 0.1].map((random) => simulateSeries(stock, random).at(-1));
  for (const end of ends) expect(end).toBeCloseTo(100 * Math.exp(0.29), 10);
});

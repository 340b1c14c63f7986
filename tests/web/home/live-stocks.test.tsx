import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveStocks } from '../../../web/features/home/live-stocks.tsx';
import { mediaQuery, setUpPages } from '../../support/web/page-setup.tsx';

setUpPages();
beforeEach(() => void vi.useFakeTimers());

const firstCard = () => screen.getAllByRole('listitem')[0]?.textContent ?? '';
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it('each card shows symbol, name, price, signed change with its direction, and a trend of 30 points', () => {
  const { container } = render(<LiveStocks />);
  expect(firstCard()).toContain('AAPL');
  expect(firstCard()).toContain('Apple Inc.');
  expect(firstCard()).toContain('$202.30');
  expect(firstCard()).toContain('▼−0.64%');
  const path = container.querySelector('li svg path')?.getAttribute('d') ?? '';
  expect(path.match(/[ML]/g)).toHaveLength(30);
});

/** The first card's trend of a visit with this generator. */
function trend(random: () => number) {
  const { container, unmount } = render(<LiveStocks random={random} />);
  const path = container.querySelector('li svg path')?.getAttribute('d');
  unmount();
  return path;
}

it('trends are drawn from the generator, anew at each visit, and are no part of the prerendered page', () => {
  expect(trend(() => 0.3)).toBe(trend(() => 0.3));
  expect(trend(() => 0.3)).not.toBe(trend(() => 0.7));
  const prerendered = renderToString(<LiveStocks random={() => 0.3} />);
  expect(prerendered).toMatch(/<svg[^>]*viewBox="0 0 240 56"[^>]*><\/svg>/);
});

it('the section says that its prices are simulated', () => {
  render(<LiveStocks />);
  expect(screen.getByRole('region', { name: 'Live Stock Data' }).textContent).toContain('Simulated prices');
});

it('the cards advance by three every ten seconds', () => {
  render(<LiveStocks />);
  pass(10_000);
  expect(firstCard()).toContain('GOOGL');
});

describe('the cards stand still', () => {
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
    const list = screen.getByRole('list');
    fireEvent.pointerEnter(list, { pointerType: 'mouse' });
    pass(30_000);
    expect(firstCard()).toContain('AAPL');
    fireEvent.pointerLeave(list, { pointerType: 'mouse' });
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

  it('from the start where reduced motion is asked for', () => {
    vi.stubGlobal('matchMedia', (query: string) => mediaQuery(query.includes('reduced-motion: reduce')));
    render(<LiveStocks />);
    pass(30_000);
    expect(firstCard()).toContain('AAPL');
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  });
});

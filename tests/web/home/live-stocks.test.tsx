import { act, fireEvent, render, screen } from '@testing-library/react';
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
  expect(firstCard()).toContain('$231.46');
  expect(firstCard()).toContain('▲+1.34%');
  const path = container.querySelector('li svg path')?.getAttribute('d') ?? '';
  expect(path.match(/[ML]/g)).toHaveLength(30);
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

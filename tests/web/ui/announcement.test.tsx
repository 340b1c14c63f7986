import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Announcement, type ScreenReaderMessage } from '#web/shared/ui/announcement.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The region's text once the page is painted, after each of these. */
function said(...steps: readonly (readonly ScreenReaderMessage[] | null)[]): readonly (string | null)[] {
  const { rerender } = render(<Announcement messages={[]} />);
  return steps.map((news) => {
    rerender(<Announcement messages={news} />);
    act(() => vi.runAllTimers());
    return screen.getByRole('status').textContent;
  });
}

const AAPL = { of: 'AAPL', text: 'AAPL, $1' };
const MSFT = { of: 'MSFT', text: 'MSFT, $2' };

test('the region exists before its first text', () => {
  render(<Announcement messages={[AAPL]} />);
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => vi.runAllTimers());
  expect(screen.getByRole('status').textContent).toBe('AAPL, $1');
});

test('only new subjects are announced, not a changed price', () => {
  expect(said([AAPL], [{ ...AAPL, text: 'AAPL, $3' }, MSFT], [MSFT], [AAPL, MSFT])).toEqual([
    'AAPL, $1',
    'MSFT, $2',
    'MSFT, $2',
    'AAPL, $1',
  ]);
});

test('an incomplete announcement waits, and keeps the previous one', () => {
  expect(said([AAPL], null, [AAPL, MSFT])).toEqual(['AAPL, $1', 'AAPL, $1', 'MSFT, $2']);
});

test('an empty list clears the text', () => {
  expect(said([AAPL], [], [AAPL])).toEqual(['AAPL, $1', '', 'AAPL, $1']);
});

test('a repeated text is a new element, so that it is spoken again', () => {
  const { rerender } = render(<Announcement messages={[{ of: '1', text: 'Prices updated' }]} />);
  act(() => vi.runAllTimers());
  const first = screen.getByText('Prices updated');
  rerender(<Announcement messages={[{ of: '2', text: 'Prices updated' }]} />);
  act(() => vi.runAllTimers());
  expect(screen.getByText('Prices updated')).not.toBe(first);
});

test('a long list is shortened', () => {
  const listings = Array.from({ length: 9 }, (_, i) => ({ of: `${i}`, text: `T${i}` }));
  expect(said(listings)).toEqual(['T0; T1; T2; T3; T4; T5; T6; and 2 more']);
});

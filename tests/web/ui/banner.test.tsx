import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LoadBanner } from '#web/shared/search/load-banner.tsx';

afterEach(cleanup);

const FAILURE = { message: 'No connection.', remedy: { kind: 'retry', notBeforeMs: null } } as const;
const onRetry = vi.fn<() => void>();

function Page({ load }: { load: 'failed' | 'retrying' | 'ready' }) {
  return (
    <>
      <h1>Watchlist</h1>
      {load !== 'ready' && (
        <LoadBanner failure={FAILURE} isRetrying={load === 'retrying'} onRetry={onRetry} />
      )}
      <button type="button">Elsewhere</button>
    </>
  );
}

test('the button keeps the focus while retrying, and passes it on when the banner disappears', () => {
  const { rerender } = render(<Page load="failed" />);
  const button = screen.getByRole('button', { name: 'Try again' });
  button.focus();
  fireEvent.click(button);
  expect(onRetry).toHaveBeenCalledOnce();
  rerender(<Page load="retrying" />);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  rerender(<Page load="ready" />);
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

test('a focus elsewhere stays there', () => {
  const { rerender } = render(<Page load="failed" />);
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  elsewhere.focus();
  rerender(<Page load="ready" />);
  expect(document.activeElement).toBe(elsewhere);
});

test('each failure is announced, even with the same words', () => {
  const { rerender } = render(<Page load="failed" />);
  expect(screen.getByRole('alert').textContent).toBe('ErrorNo connection.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  rerender(<Page load="retrying" />);
  expect(screen.getByRole('alert').textContent).toBe('ErrorTrying again…');
});

test('an automatic retry and its failure are not announced', () => {
  const { rerender } = render(<Page load="failed" />);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  rerender(<Page load="retrying" />);
  rerender(<Page load="failed" />);
  rerender(<Page load="retrying" />);
  expect(screen.getByRole('alert').textContent).toBe('ErrorNo connection.');
});

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '#support/web/patience.ts';
import { Banner } from '#web/shared/ui/banner.tsx';
import { Button } from '#web/shared/ui/button.tsx';
import { Card, Tile } from '#web/shared/ui/card.tsx';
import { Delta } from '#web/shared/ui/badge.tsx';
import { Field, Segmented, Select } from '#web/shared/ui/field.tsx';
import { AsyncPart, LoadFailure, Spinner } from '#web/shared/ui/loading.tsx';
import { Toast } from '#web/shared/ui/modal.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const DAYS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
] as const;

describe('Button', () => {
  it('ignores presses, keeps the focus and shows its busy label while busy', () => {
    const onClick = vi.fn<() => void>();
    const { rerender } = render(
      <Button busyLabel="Saving..." onClick={onClick}>
        Save
      </Button>,
    );
    screen.getByRole('button', { name: 'Save' }).focus();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    rerender(
      <Button busy busyLabel="Saving..." onClick={onClick}>
        Save
      </Button>,
    );
    const busy = screen.getByRole('button', { name: 'Saving...' });
    fireEvent.click(busy);
    expect(onClick).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(busy);
  });

  it('submits no form while busy', () => {
    const onSubmit = vi.fn<() => void>();
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Save
        </Button>
      </form>,
    );
    fireEvent.click(screen.getByRole('button'));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('submits a form only if its type says so', () => {
    render(<Button>Plain</Button>);
    expect(screen.getByRole('button').getAttribute('type')).toBe('button');
  });
});

it('Card is a region named by its heading', () => {
  render(<Card title="Stats">body</Card>);
  expect(screen.getByRole('region', { name: 'Stats' }).textContent).toContain('body');
  expect(screen.getByRole('heading', { level: 2, name: 'Stats' })).toBeTruthy();
});

it('Tile includes its chip in its accessible name', () => {
  render(<Tile label="Accuracy Rate" value="71.4%" chip="Simulated" />);
  expect(screen.getByRole('group', { name: 'Accuracy Rate Simulated' }).textContent).toContain('71.4%');
});

it('Banner is assertive for an error and polite otherwise', () => {
  render(
    <>
      <Banner tone="error" title="Error">
        Failed
      </Banner>
      <Banner tone="success">Done</Banner>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toBe('ErrorFailed');
  expect(screen.getByRole('status').textContent).toBe('Done');
});

it('Field ties error and hint to its input', () => {
  render(<Field label="Email" error="Looks wrong" hint="As you registered it" />);
  const input = screen.getByLabelText('Email');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Looks wrong',
    'As you registered it',
  ]);
});

it('Select and Segmented report the chosen value', () => {
  const onChange = vi.fn<(value: string) => void>();
  render(
    <>
      <Select label="Days" options={DAYS} value="7" onChange={onChange} />
      <Segmented label="Range" options={DAYS} value="7" onChange={onChange} />
    </>,
  );
  fireEvent.change(screen.getByLabelText('Days'), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: '1 day' }));
  expect(onChange.mock.calls).toEqual([['1'], ['1']]);
  expect(screen.getByRole('button', { name: '7 days' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('group', { name: 'Range' })).toBeTruthy();
});

it('Spinner says what is loading', () => {
  render(<Spinner label="Loading stock data..." />);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByText('Loading stock data...')).toBeTruthy();
});

describe('Delta', () => {
  it.each([
    [1.34, '+1.34%', '▲+1.34%'],
    [-2.1, '−2.10%', '▼−2.10%'],
    [0.004, '0.00%', '0.00%'],
    [-0.001, '0.00%', '0.00%'],
    [0, '+0.00%', '+0.00%'],
    [Number.NaN, 'N/A', 'N/A'],
  ])('of %d with the text %s reads %s', (value, text, shown) => {
    const { container } = render(<Delta value={value} text={text} />);
    expect(container.textContent).toBe(shown);
  });
});

it('Toast has its live region before its message, and disappears when dismissed', () => {
  const onDismiss = vi.fn<() => void>();
  const { rerender } = render(
    <Toast isOpen={false} onDismiss={onDismiss}>
      New version available
    </Toast>,
  );
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
  rerender(
    <Toast isOpen onDismiss={onDismiss}>
      New version available
    </Toast>,
  );
  expect(screen.getByRole('status').textContent).toBe('New version available');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onDismiss).toHaveBeenCalledOnce();
});

it('Toast disappears after 8 s in which it was not focused', () => {
  vi.useFakeTimers();
  const onDismiss = vi.fn<() => void>();
  render(
    <Toast isOpen onDismiss={onDismiss}>
      KO removed
    </Toast>,
  );
  const button = screen.getByRole('button', { name: 'Dismiss' });
  act(() => button.focus());
  act(() => void vi.advanceTimersByTime(20_000));
  expect(onDismiss).not.toHaveBeenCalled();
  act(() => button.blur());
  act(() => void vi.advanceTimersByTime(7_900));
  expect(onDismiss).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(200));
  expect(onDismiss).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

it('Toast moves aside if it would cover a control, also one that comes later', () => {
  vi.useFakeTimers();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
    // The button lies in the lower right corner, a field in the lower left one; the toast is 60 px high.
    if (this.tagName === 'BUTTON') return new DOMRect(innerWidth - 100, 700, 100, 40);
    return this.tagName === 'INPUT'
      ? new DOMRect(0, 690, 100, 20)
      : new DOMRect(innerWidth - 210, 690, 200, 60);
  });
  const page = (isLoaded: boolean) => (
    <>
      {isLoaded && <button type="button">Save</button>}
      <input aria-label="Name" />
      <Toast isOpen onDismiss={() => undefined}>
        KO removed
      </Toast>
    </>
  );
  const { rerender } = render(page(false));
  expect(screen.getByRole('presentation').style.translate).toBe('');
  rerender(page(true));
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByRole('presentation').style.translate).toBe('0px -56px');
  vi.useRealTimers();
});

describe('code that fails to load', () => {
  const Lost = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

  it('AsyncPart shows a placeholder, then the failure in its place', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    render(
      <>
        <p>The rest</p>
        <AsyncPart waiting={<p>On its way</p>}>
          <Lost />
        </AsyncPart>
      </>,
    );
    expect(screen.getByText('On its way')).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t load this section.Reload page');
    expect(screen.getByText('The rest')).toBeTruthy();
  });

  it('LoadFailure can float at the foot of the window, and reports its dismissal', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const onDismiss = vi.fn<() => void>();
    render(
      <AsyncPart fallback={<LoadFailure isFloating onDismiss={onDismiss} />}>
        <Lost />
      </AsyncPart>,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(onDismiss).toHaveBeenCalledOnce();
  });
});

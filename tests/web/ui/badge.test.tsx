import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SignalBadge } from '#web/shared/ui/badge.tsx';

afterEach(cleanup);

it.each([
  ['STRONG BUY', 'gain'],
  ['BUY', 'gain'],
  ['HOLD', 'neutral'],
  ['SELL', 'loss'],
  ['STRONG SELL', 'loss'],
] as const)('%s has the tone %s and says its name', (signal, tone) => {
  render(<SignalBadge signal={signal} />);
  expect(screen.getByText(signal).className).toContain(tone);
});

it('without a signal it is N/A, in a neutral tone', () => {
  render(<SignalBadge signal={null} />);
  expect(screen.getByText('N/A').className).toContain('neutral');
});

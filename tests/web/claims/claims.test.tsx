import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ClaimStrip } from '../../../web/shared/claims/claim-strip.tsx';
import { claimsFor, NOT_MEASURED, parseClaimsMode } from '../../../web/shared/claims/claims.ts';
import html from '../../../web/index.html?raw';

afterEach(cleanup);

const FIGURES = {
  home: ['98% accuracy', '15K+ active users', '24/7 real-time data', 'Every minute data updates'],
  about: [
    '92% prediction accuracy',
    '500+ stocks',
    '10K+ daily predictions',
    '5K+ active users',
    'under 2 seconds analysis',
    '5-day forecasts with confidence intervals',
  ],
} as const;

describe.each(['home', 'about'] as const)('the figures of the %s page', (page) => {
  it('are those of the specification, each with its label visible in the same tile and in its accessible name', () => {
    render(<ClaimStrip page={page} mode="spec" />);
    expect(screen.getAllByRole('group')).toHaveLength(FIGURES[page].length);
    for (const figure of FIGURES[page]) {
      const tile = screen.getByRole('group', { name: `${figure} ${NOT_MEASURED}` });
      expect(within(tile).getByText(NOT_MEASURED)).toBeTruthy();
    }
  });

  it('disappear with their heading in measured mode, since none has evidence', () => {
    const { container } = render(<ClaimStrip page={page} mode="measured" />);
    expect(container.innerHTML).toBe('');
  });
});

it('the label reads "Sample figure, not measured"', () => {
  expect(NOT_MEASURED).toBe('Sample figure, not measured');
});

it('only the word "measured" switches the mode', () => {
  expect(parseClaimsMode('measured')).toBe('measured');
  for (const other of [undefined, '', 'spec', 'Measured']) expect(parseClaimsMode(other)).toBe('spec');
});

it('the page’s own description holds no marketing figure', () => {
  expect(html).toContain('name="description"');
  for (const { value } of [...claimsFor('home', 'spec'), ...claimsFor('about', 'spec')]) {
    expect(html).not.toContain(value);
  }
});

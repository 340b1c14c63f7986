import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { VerifyCard } from '../../../web/features/record/verify-card.tsx';
import { emptyRecord } from './records.ts';

afterEach(cleanup);

function text(ticker: string | null): string {
  render(
    <VerifyCard
      record={{ ...emptyRecord, forecasts: 1200 }}
      query={{ ledger: null, ticker }}
      recomputation={{ status: 'idle' }}
      onRecompute={() => undefined}
    />,
  );
  return screen.getByRole('region', { name: 'Check it yourself' }).textContent;
}

test('the file holds every listing, also when the page shows one', () => {
  expect(text(null)).toContain('The file has all 1,200 forecasts with their outcomes.');
  cleanup();
  expect(text('SPY')).toContain(
    'The file has the forecasts of all listings with their outcomes, not of SPY alone.',
  );
});

// @vitest-environment node
import { expect, test } from 'vitest';
import { loadFailureText } from '../../../web/features/stock/load-failure.ts';

test("a refusal shows the server's sentence", () => {
  expect(loadFailureText({ reason: 'refused', status: 503, message: 'The source is down.' }, 'X')).toBe(
    'The source is down.',
  );
});

test.each([
  { reason: 'refused', status: 500, message: null },
  { reason: 'unreachable', cause: 'offline' },
  { reason: 'malformed' },
  { reason: 'malformed_columns' },
] as const)('%o has no sentence: Failed to fetch data', (failure) => {
  expect(loadFailureText(failure, 'X')).toBe('Failed to fetch data');
});

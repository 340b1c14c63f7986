// @vitest-environment node
import { expect, test } from 'vitest';
import { invalidTickerParam, quotable } from '#web/shared/search/ticker-text.tsx';

test.each(['', '?days=7', '?ticker=nvda', '?ticker=%20BRK.B', '?ticker=%5EGSPC'])(
  'a URL without a ticker or with a valid one has no invalid ticker: %j',
  (search) => expect(invalidTickerParam(search, 'ticker')).toBeNull(),
);

test.each([
  ['?ticker=%3Cscript%3E', '<script>'],
  ['?ticker=', ''],
  ['?ticker=%20%20', ''],
  ['?ticker=+TOOLONGTOBEATICKERNAME', 'TOOLONGTOBEATICKERNAME'],
  ['?ticker=A%C3%84PL', 'AÄPL'],
])('an invalid ticker is returned trimmed: %s', (search, text) => {
  expect(invalidTickerParam(search, 'ticker')).toBe(text);
});

test('a text of twenty characters is quoted whole, a longer one is cut', () => {
  expect(quotable('x'.repeat(20))).toBe('x'.repeat(20));
  expect(quotable('x'.repeat(21))).toBe(`${'x'.repeat(20)}…`);
  expect(quotable('🙂'.repeat(21))).toBe(`${'🙂'.repeat(20)}…`);
});

test('characters that reorder, hide or break the text around them are not quoted', () => {
  expect(quotable('A\u202EB\u2066C\u200BD\nE\u0000F')).toBe('ABCDEF');
});

// @vitest-environment node
import { expect, test } from 'vitest';
import { quotable } from '../../../web/shared/search/quotable.ts';

test('a text of twenty characters is quoted whole, a longer one cut', () => {
  expect(quotable('x'.repeat(20))).toBe('x'.repeat(20));
  expect(quotable('x'.repeat(21))).toBe(`${'x'.repeat(20)}…`);
  expect(quotable('🙂'.repeat(21))).toBe(`${'🙂'.repeat(20)}…`);
});

test('characters that turn, hide or break the text around them are not quoted', () => {
  expect(quotable('A\u202EB\u2066C\u200BD\nE\u0000F')).toBe('ABCDEF');
});

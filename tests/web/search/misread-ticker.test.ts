// @vitest-environment node
import { expect, test } from 'vitest';
import { misreadTicker } from '../../../web/shared/search/misread-ticker.ts';

test.each(['', '?days=7', '?ticker=nvda', '?ticker=%20BRK.B', '?ticker=%5EGSPC'])(
  'an address without a ticker or with one has nothing to tell: %j',
  (search) => expect(misreadTicker(search, 'ticker')).toBeNull(),
);

test.each([
  ['?ticker=%3Cscript%3E', '<script>'],
  ['?ticker=', ''],
  ['?ticker=%20%20', ''],
  ['?ticker=+TOOLONGTOBEATICKERNAME', 'TOOLONGTOBEATICKERNAME'],
  ['?ticker=A%C3%84PL', 'AÄPL'],
])('a text in its place that is none is told as it stands, trimmed: %s', (search, text) => {
  expect(misreadTicker(search, 'ticker')).toBe(text);
});

// @vitest-environment node
import { expect, test } from 'vitest';
import { edgeScrollPx } from '../../../web/features/watchlist/use-row-drag.ts';

test.each([
  ['in the middle the page rests', 400, 0],
  ['just inside the upper zone it begins', 110, -4],
  ['under the header it is as fast as it gets', 20, -14],
  ['at the lower end it scrolls down', 800, 14],
  ['beyond the window no faster', 2000, 14],
])('%s', (_, pointerY, byPx) => {
  expect(edgeScrollPx(pointerY, 64, 800)).toBe(byPx);
});

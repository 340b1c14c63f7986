// @vitest-environment node
import type { Ticker } from '#compute';
import { expect, test } from 'vitest';
import { layoutName, layoutQuery, layoutView } from '#web/features/workbench/layouts/layout-menu.tsx';
import { parseWorkbench } from '#web/features/workbench/view/workbench-view.ts';

const view = parseWorkbench('ticker=NVDA&range=1Y&scale=percent&with=MSFT&in=sma-50*1_rsi-21*2*30');
const layout = layoutQuery(view);

test('a layout is everything except the listing', () => {
  expect(layoutView(layout, 'NVDA' as Ticker)).toEqual(view);
  expect(layoutView(layout, 'AAPL' as Ticker)).toEqual({ ...view, ticker: 'AAPL' });
  // A listing is not compared with itself.
  expect(layoutView(layout, 'MSFT' as Ticker)).toEqual({ ...view, ticker: 'MSFT', overlays: [] });
});

test('names are trimmed and printable', () => {
  expect(layoutName('  Day\u0000 trade ')).toBe('Day trade');
  for (const typed of ['', '   ', '\u200B', 'x'.repeat(61)]) expect(layoutName(typed)).toBeNull();
});

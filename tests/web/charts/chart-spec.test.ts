import { afterEach, expect, test, vi } from 'vitest';
import { readChartTheme } from '#web/shared/charts/chart-spec.ts';

afterEach(() => vi.unstubAllGlobals());

test('with forced colours the grid uses system colours and is quieter than the candles', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(forced-colors: active)' }));
  const theme = readChartTheme(document.body);
  expect([theme.line, theme.gain, theme.loss]).toEqual(['CanvasText', 'CanvasText', 'CanvasText']);
  expect(theme.gridOpacity).toBeLessThan(0.25);
});

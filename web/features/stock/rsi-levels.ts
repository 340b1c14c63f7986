import type { ChartLevel } from '../../shared/chart/levels-layer.ts';

/** Spec section 9. */
export const RSI_LEVELS: readonly ChartLevel[] = [
  { value: 70, label: 'Overbought (70)', side: 'above' },
  { value: 30, label: 'Oversold (30)', side: 'below' },
];

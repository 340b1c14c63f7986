/** How the lines of indicators are named and written. */
import { INDICATORS } from '#compute';
import type { Format } from '../../shared/format/format.ts';
import { indicatorLabel, type ChosenIndicator } from './chosen-indicators.ts';

/** Writes a value of an indicator in its unit. */
export function indicatorWriter(
  format: Format,
  { kind }: ChosenIndicator,
  currency: string,
): (value: number, decimals?: number) => string {
  if (INDICATORS[kind].place === 'price' || kind === 'atr')
    return (value, decimals) => format.price(value, currency, decimals);
  switch (kind) {
    case 'obv':
      return (value) => {
        if (value === 0) return '0';
        return Number.isNaN(value) ? 'N/A' : `${value < 0 ? '−' : ''}${format.volume(Math.abs(value))}`;
      };
    case 'volatility':
    case 'drawdown':
      return (value) => format.shareTenths(value);
    default:
      return (value, decimals = 2) => (Number.isNaN(value) ? 'N/A' : format.fixed(value, decimals));
  }
}

/** Names of an indicator's lines among all others: "Bollinger bands 20, 2 Upper". */
export function lineLabels(one: ChosenIndicator): readonly string[] {
  const { lines } = INDICATORS[one.kind];
  return lines.map((line) => (lines.length === 1 ? indicatorLabel(one) : `${indicatorLabel(one)} ${line}`));
}
